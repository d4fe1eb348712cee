import { startSimulation } from '../../model/index.ts';
import type { Model, SimulationReport } from '../../model/index.ts';
import { eventsInPiece } from './pause.ts';
import type { Pause } from './pause.ts';

/** What became of one action or fault of a run. */
export interface Outcome {
  readonly kind: 'action' | 'fault';
  readonly name: string;
  readonly component: string | null;
  readonly startedMs: number;
  readonly completedMs: number | null;
  readonly problem: string | null;
}

/** One run, as far as it is judged. */
export interface Run {
  readonly report: SimulationReport;
  readonly outcomes: readonly Outcome[];
}

/** What users saw in a stretch of a run. */
export interface Window {
  readonly ended: number;
  readonly failed: number;
  /** 0 where nothing ended. */
  readonly errorRatio: number;
  /** By operation that is asked from outside: the median over the buckets of their 95th percentiles. */
  readonly p95Ms: ReadonlyMap<string, number>;
}

/**
 * Runs a model to its end.
 *
 * @param model - With its timeline.
 * @param seed - What its chance comes from.
 * @param pause - Called between its pieces.
 * @throws RegisteredError `interrupted`
 */
export async function runModel(model: Model, seed: number, pause: Pause): Promise<Run> {
  const simulation = startSimulation(model, { seed });
  while (!simulation.isOver) {
    simulation.runUntil(Infinity, eventsInPiece);
    await pause();
  }
  return { report: simulation.report(), outcomes: simulation.control.outcomes };
}

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

/**
 * What users saw from one time to another.
 *
 * @param report - Of a run.
 * @param fromMs - From the start of the run.
 * @param toMs - The same; the end where left out.
 */
export function windowOf({ timeline, run }: SimulationReport, fromMs: number, toMs = Infinity): Window {
  const { bucketMs, sources } = timeline;
  const from = Math.max(0, Math.floor((fromMs - run.warmUpMs) / bucketMs));
  const to = toMs === Infinity ? undefined : Math.max(0, Math.floor((toMs - run.warmUpMs) / bucketMs));
  const ended = sum(sources.map((source) => sum(source.ended.slice(from, to))));
  const failed = sum(sources.map((source) => sum(source.failed.slice(from, to))));
  const p95Ms = [...Map.groupBy(sources, ({ operation }) => operation)].flatMap(([operation, those]) => {
    const sorted = those
      .flatMap((source) => source.p95Ms.slice(from, to))
      .filter((ms) => ms !== null)
      .sort((a, b) => a - b);
    const middle = sorted[Math.floor(sorted.length / 2)];
    return middle === undefined ? [] : [[operation, middle] as const];
  });
  return {
    ended,
    failed,
    errorRatio: ended === 0 ? 0 : failed / ended,
    p95Ms: new Map(p95Ms),
  };
}

/**
 * For how long answers of an operation took longer than so much.
 *
 * @param report - Of a run.
 * @param operation - That is asked from outside.
 * @param fromMs - From the start of the run.
 * @param slowMs - What the 95th percentile of a bucket has to be above.
 * @returns The buckets in which it is so, together, in milliseconds.
 */
export function slowTimeMs(
  { timeline, run }: SimulationReport,
  operation: string,
  fromMs: number,
  slowMs: number,
): number {
  const { bucketMs, sources } = timeline;
  const from = Math.max(0, Math.floor((fromMs - run.warmUpMs) / bucketMs));
  const slow = new Set(
    sources
      .filter((source) => source.operation === operation)
      .flatMap(({ p95Ms }) => p95Ms.flatMap((ms, at) => (at >= from && ms !== null && ms > slowMs ? [at] : []))),
  );
  return slow.size * bucketMs;
}
