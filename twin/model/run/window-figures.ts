import type { Engine } from '../engine/engine.ts';
import { quantileMs } from '../engine/latency-buckets.ts';

/** What was counted of each operation until a moment of a run. */
export interface Mark {
  readonly atMs: number;
  readonly operations: readonly {
    readonly answered: number;
    readonly failed: number;
    /** By duration. */
    readonly durations: Uint32Array;
  }[];
}

/** What became of the calls of one operation between two moments, as their callers saw it. */
export interface WindowFigures {
  readonly component: string;
  readonly operation: string;
  readonly answered: number;
  readonly failed: number;
  /** Answered. */
  readonly perSecond: number;
  /** Null where none ended, as the times are where none was answered. */
  readonly errorRatio: number | null;
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
  readonly p99Ms: number | null;
}

/** Keeps what was counted until now; nothing is counted anew. */
export function markOf(engine: Engine): Mark {
  return {
    atMs: engine.nowMs,
    operations: engine.program.operations.map((_, row) => ({
      ...engine.tallies.endedOf(row),
      durations: engine.tallies.bucketsOf(row).slice(),
    })),
  };
}

/**
 * What became of calls between two marks of the same run.
 *
 * @param from - After the warm-up, which sets all counts back.
 * @param to - Not before `from`.
 * @returns Of each operation of the model, but those that stand for what is outside or for starting.
 */
export function figuresBetween({ program }: Engine, from: Mark, to: Mark): readonly WindowFigures[] {
  const seconds = (to.atMs - from.atMs) / 1_000;
  return program.operations.flatMap(({ component: at, name }, row) => {
    const component = program.components[at];
    const [before, after] = [from.operations[row], to.operations[row]];
    if (component === undefined || component.isOutside || component.startOperation === row) return [];
    if (before === undefined || after === undefined) return [];
    const answered = after.answered - before.answered;
    const failed = after.failed - before.failed;
    const durations = after.durations.map((count, bucket) => count - (before.durations[bucket] as number));
    const quantile = (share: number): number | null => (answered === 0 ? null : quantileMs(durations, answered, share));
    return {
      component: component.name,
      operation: name,
      answered,
      failed,
      perSecond: seconds <= 0 ? 0 : answered / seconds,
      errorRatio: answered + failed === 0 ? null : failed / (answered + failed),
      p50Ms: quantile(0.5),
      p95Ms: quantile(0.95),
      p99Ms: quantile(0.99),
    };
  });
}
