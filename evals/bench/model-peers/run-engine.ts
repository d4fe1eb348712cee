import { z } from 'zod';
import { RegisteredError } from '../../../src/kernel/index.ts';
import type { Engine } from './engine.ts';
import { runBounded } from './run-bounded.ts';

/** Far above what a run takes that is worth waiting for. */
const longestRunMs = 10 * 60_000;

const lineSchema = z.strictObject({
  requests: z.int().positive(),
  /** Of the simulation alone, without the start of the program. */
  wallS: z.number().positive(),
  /** Of all threads, in the same time. */
  cpuS: z.number().positive(),
  /** In seconds, the unit of the model. */
  meanResponse: z.number().positive(),
});

/** One run of an engine. */
export interface EngineRun {
  readonly requests: number;
  /** By processor time: what others do on the machine takes nothing from it but caches. */
  readonly requestsPerSecond: number;
  /** Processor time over wall time; below 1 where others ran on the same processor. */
  readonly processorRatio: number;
  /** In time of the model. */
  readonly meanResponseMs: number;
}

/**
 * The processor that engines are pinned to; undefined where this system has no way of pinning.
 */
export async function pinnedProcessor(): Promise<number | undefined> {
  const shown = await runBounded('taskset', ['-cp', String(process.pid)], 10_000);
  // "pid 17's current affinity list: 0,2-5": a container may not have processor 0.
  const first = shown.ok ? /: (\d+)/.exec(shown.stdout)?.[1] : undefined;
  return first === undefined ? undefined : Number(first);
}

/**
 * Runs an engine once, in a process of its own.
 *
 * @param engine - The engine.
 * @param size - How many requests, and the seed: a whole number from 0.
 * @param processor - The one that it may use; undefined for any.
 * @throws RegisteredError `internal-fault` where it fails, takes too long, or prints anything but its line.
 */
export async function runEngine(
  engine: Engine,
  { requests, seed }: { readonly requests: number; readonly seed: number },
  processor: number | undefined,
): Promise<EngineRun> {
  const words = [engine.file, ...engine.args, String(requests), String(seed)];
  const [file = '', ...args] = processor === undefined ? words : ['taskset', '-c', String(processor), ...words];
  const ended = await runBounded(file, args, longestRunMs);
  if (!ended.ok) throw new RegisteredError('internal-fault', { reason: `${engine.name}: ${ended.reason}` });
  const line = lineSchema.safeParse(readJson(ended.stdout));
  if (!line.success || line.data.requests !== requests) {
    const found = ended.stdout.slice(0, 200).trim();
    throw new RegisteredError('internal-fault', {
      reason: `${engine.name} was to print a line on ${requests} requests and printed ${JSON.stringify(found)}`,
    });
  }
  const { wallS, cpuS, meanResponse } = line.data;
  return {
    requests,
    requestsPerSecond: requests / cpuS,
    processorRatio: cpuS / wallS,
    meanResponseMs: meanResponse * 1_000,
  };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
