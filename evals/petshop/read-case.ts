import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { reasonOf, RegisteredError } from '../../src/kernel/index.ts';
import { knobOf } from './knob.ts';
import type { Knob } from './knob.ts';
import { readMetrics } from './read-metrics.ts';
import type { MetricWindows } from './read-metrics.ts';

/** One change that was made, and what was measured around it. */
export interface ChangeCase {
  /** Its folder, below that of the traffic. */
  readonly id: string;
  readonly frontDoor: string;
  /** Of the front door: what the case is about. */
  readonly signal: 'latency' | 'availability';
  /** When the change was in, by its record: seconds to minutes off. */
  readonly sinceMs: number;
  readonly component: string;
  /** `undefined` where no command is recorded. */
  readonly knob: Knob | undefined;
  readonly metrics: MetricWindows;
}

const targetSchema = z.object({
  target: z.object({
    node: z.string().min(1),
    metric: z.enum(['latency', 'availability']),
    timestamp: z.number().positive(),
  }),
  root_cause: z.object({ node: z.string().min(1) }),
  metadata: z.object({ reproducibility: z.object({ command: z.string().min(1).nullish() }).nullish() }).nullish(),
});

async function targetOf(path: string): Promise<z.output<typeof targetSchema>> {
  const accepted =
    'JSON with target.node, target.metric (latency or availability), target.timestamp and root_cause.node';
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (thrown) {
    throw new RegisteredError('input-unreadable', { path, found: reasonOf(thrown) });
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new RegisteredError('input-malformed', { path, place: '', found: 'no JSON', accepted });
  }
  const read = targetSchema.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new RegisteredError('input-malformed', {
    path,
    place: issue?.path.join('.') ?? '',
    found: issue?.message ?? 'something else',
    accepted,
  });
}

/**
 * Reads a case.
 *
 * @param folder - Of the traffic.
 * @param id - The case's folder below it.
 * @param names - The components of the graph.
 * @throws RegisteredError `input-malformed` where a component is named that the graph does not have or the target is none,
 * `input-unreadable` where a file is missing, and what reading the metrics throws.
 */
export async function readCase(folder: string, id: string, names: ReadonlySet<string>): Promise<ChangeCase> {
  const path = join(folder, id, 'target.json');
  const { target, root_cause: cause, metadata } = await targetOf(path);
  for (const [place, name] of [
    ['target.node', target.node],
    ['root_cause.node', cause.node],
  ] as const) {
    if (!names.has(name)) {
      const found = `"${name}", which graph.csv does not have`;
      throw new RegisteredError('input-malformed', {
        path,
        place,
        found,
        accepted: 'a name of the header of graph.csv',
      });
    }
  }
  const command = metadata?.reproducibility?.command ?? undefined;
  return {
    id,
    frontDoor: target.node,
    signal: target.metric,
    sinceMs: target.timestamp * 1_000,
    component: cause.node,
    knob: command === undefined ? undefined : knobOf(cause.node, command),
    metrics: await readMetrics(join(folder, id, 'metrics.csv')),
  };
}
