import type { PredictResult } from '../../src/app/predict/index.ts';
import type { MeasuredOperation } from './span-meter.ts';

/** Which figures are compared. */
export type Quantile = 'p50' | 'p95';

/** A figure of one operation under one change, as it was predicted and as it was measured; all in milliseconds. */
export interface ComparedFigure {
  readonly operation: string;
  readonly quantile: Quantile;
  /** As it was captured, without the change. */
  readonly before: number;
  readonly measured: number;
  /** The best guess, and what four of five runs lie between; null where there is no prediction. */
  readonly predicted: { readonly best: number; readonly low: number; readonly high: number } | null;
}

/** So many requests tell a quantile: five of them lie beyond the 95th percentile. */
const fewestRequests: Readonly<Record<Quantile, number>> = { p50: 30, p95: 100 };

const valueOf = ({ p50Ms, p95Ms }: MeasuredOperation, quantile: Quantile): number =>
  quantile === 'p50' ? p50Ms : p95Ms;

/**
 * Sets beside each other what was predicted and what was measured.
 *
 * @param signals - Of the prediction; of a change that lasts, what it says of afterwards counts.
 * @param roots - The operations that are compared, as `component/operation`: those that are asked from outside.
 * @param before - Measured without the change.
 * @param measured - Measured under it.
 * @returns Without what too few requests tell.
 */
export function comparedFigures(
  signals: PredictResult['signals'],
  roots: ReadonlySet<string>,
  before: readonly MeasuredOperation[],
  measured: readonly MeasuredOperation[],
): readonly ComparedFigure[] {
  const usual = new Map(before.map((each) => [each.operation, each]));
  return measured.flatMap((each) => {
    const was = usual.get(each.operation);
    if (was === undefined || !roots.has(each.operation)) return [];
    return (['p50', 'p95'] as const).flatMap((quantile): ComparedFigure[] => {
      if (Math.min(was.requests, each.requests) < fewestRequests[quantile]) return [];
      const signal = signals.find(({ operation, signal: name }) => operation === each.operation && name === quantile);
      const predicted = signal?.after ?? signal?.during ?? null;
      return [
        {
          operation: each.operation,
          quantile,
          before: valueOf(was, quantile),
          measured: valueOf(each, quantile),
          predicted,
        },
      ];
    });
  });
}

/**
 * By how much a guess is off, signed: 0.1 for a tenth too much.
 *
 * @param guess - In whatever unit.
 * @param measured - In the same; above 0.
 */
export const relativeError = (guess: number, measured: number): number => guess / measured - 1;

/** How predictions came out over some figures. */
export interface Tally {
  readonly figures: number;
  /** Median of the absolute relative errors; null without any figure. */
  readonly medianError: number | null;
  /** The same on the same figures, had one said that nothing changes. */
  readonly noChangeError: number | null;
  /** How many of the measured values lie in the interval. */
  readonly covered: number;
}

function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((one, other) => one - other);
  const [low, high] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}

/**
 * Counts how predictions came out.
 *
 * @param figures - Those that were not predicted are left out.
 */
export function tallyOf(figures: readonly ComparedFigure[]): Tally {
  const said = figures.flatMap(({ predicted, ...rest }) => (predicted === null ? [] : [{ ...rest, predicted }]));
  return {
    figures: said.length,
    medianError: median(said.map(({ predicted, measured }) => Math.abs(relativeError(predicted.best, measured)))),
    noChangeError: median(said.map(({ before, measured }) => Math.abs(relativeError(before, measured)))),
    covered: said.filter(({ predicted: { low, high }, measured }) => measured >= low && measured <= high).length,
  };
}
