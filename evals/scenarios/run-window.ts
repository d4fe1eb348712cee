import { startSimulation } from '../../twin/model/index.ts';
import type { Model, SimulationReport } from '../../twin/model/index.ts';
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
  /** The median over the buckets of their 95th percentiles; null where nothing was answered. */
  readonly p95Ms: number | null;
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
  const p95s = sources
    .flatMap((source) => source.p95Ms.slice(from, to))
    .filter((ms) => ms !== null)
    .sort((a, b) => a - b);
  return {
    ended,
    failed,
    errorRatio: ended === 0 ? 0 : failed / ended,
    p95Ms: p95s[Math.floor(p95s.length / 2)] ?? null,
  };
}

/**
 * For how long answers took longer than so much.
 *
 * @param report - Of a run.
 * @param fromMs - From the start of the run.
 * @param slowMs - What the 95th percentile of a bucket has to be above.
 * @returns The buckets in which it is so for any of the sources, together, in milliseconds.
 */
export function slowTimeMs({ timeline, run }: SimulationReport, fromMs: number, slowMs: number): number {
  const { bucketMs, sources } = timeline;
  const from = Math.max(0, Math.floor((fromMs - run.warmUpMs) / bucketMs));
  const slow = new Set(
    sources.flatMap(({ p95Ms }) => p95Ms.flatMap((ms, at) => (at >= from && ms !== null && ms > slowMs ? [at] : []))),
  );
  return slow.size * bucketMs;
}
