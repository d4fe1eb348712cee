import type { Range } from '../../calibration/index.ts';

/** How often what comes is to lie in an interval. */
export const level = 0.8;

/** A quantile of sorted values, linear between neighbours (Hyndman and Fan 1996, type 7). */
function quantile(sorted: readonly number[], share: number): number {
  const place = share * (sorted.length - 1);
  const below = sorted[Math.floor(place)] as number;
  const above = sorted[Math.ceil(place)] as number;
  return below + (place - Math.floor(place)) * (above - below);
}

/** Fewer runs tell no interval. */
const fewestRuns = 5;

/**
 * The middle of what the runs of an ensemble gave, and between what four of five of them lie.
 *
 * @param values - One of each run that gave any.
 * @returns Null where there are too few.
 */
export function rangeOfRuns(values: readonly number[]): Range | null {
  if (values.length < fewestRuns) return null;
  const sorted = values.toSorted((left, right) => left - right);
  return {
    best: quantile(sorted, 0.5),
    low: quantile(sorted, (1 - level) / 2),
    high: quantile(sorted, (1 + level) / 2),
  };
}
