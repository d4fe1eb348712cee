import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { z } from 'zod';
import { RegisteredError } from '../../../src/kernel/index.ts';
import { estatesMeasurementSchema } from './estate-measurement.ts';
import type { EstatesMeasurement } from './estate-measurement.ts';
import { memoryMeasurementSchema } from './measure-memory.ts';
import type { MemoryMeasurement, MemoryRun } from './measure-memory.ts';
import type { RehearsalSize } from './rehearsal-pool.ts';

/** Runs a program of this folder on Node as it runs this; its progress goes where that of this process goes. */
async function runPart<Part>(
  program: string,
  options: readonly string[],
  numbers: readonly number[],
  schema: z.ZodType<Part>,
): Promise<Part> {
  const file = fileURLToPath(new URL(program, import.meta.url));
  const child = spawn(process.execPath, [...process.execArgv, ...options, file, ...numbers.map(String)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [printed, [code]] = await Promise.all([text(child.stdout), once(child, 'close') as Promise<[number | null]>]);
  const part = code === 0 ? schema.safeParse(readJson(printed)) : undefined;
  if (part?.success === true) return part.data;
  const found = code === 0 ? `printed ${JSON.stringify(printed.slice(0, 200))}` : `ended with ${code ?? 'a signal'}`;
  throw new RegisteredError('internal-fault', { reason: `${program} was to print what it measured and ${found}` });
}

function readJson(printed: string): unknown {
  try {
    return JSON.parse(printed);
  } catch {
    return undefined;
  }
}

/**
 * Rehearses estates of several sizes in a process of its own.
 *
 * @param size - `rehearsals` of the estate of 50 components; a fifth of that of others.
 * @param components - Of each estate.
 * @throws RegisteredError `internal-fault` where that process fails.
 */
export function runEstates(
  { rehearsals, threads, seed }: RehearsalSize,
  components: readonly number[],
): Promise<EstatesMeasurement> {
  return runPart('run-estates.ts', [], [rehearsals, threads, seed, ...components], estatesMeasurementSchema);
}

/**
 * Looks at the memory of one run in a process of its own.
 *
 * @param run - Which.
 * @throws RegisteredError `internal-fault` where that process fails.
 */
export function runMemory({ components, seed, minutes }: MemoryRun): Promise<MemoryMeasurement> {
  return runPart('run-memory.ts', ['--expose-gc'], [components, seed, ...minutes], memoryMeasurementSchema);
}
