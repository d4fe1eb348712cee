/**
 * The value below which a share of values lies: the smallest that is not below it.
 *
 * @param values - In any order.
 * @param ratio - 0 to 1.
 * @returns NaN where there are none.
 */
export function quantileOf(values: readonly number[], ratio: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(ratio * sorted.length))] ?? NaN;
}

/**
 * The middle of values; of an even number the mean of the two.
 *
 * @param values - In any order.
 * @returns NaN where there are none.
 */
export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const last = sorted.length - 1;
  return ((sorted[Math.floor(last / 2)] ?? NaN) + (sorted[Math.ceil(last / 2)] ?? NaN)) / 2;
}

/** What makes a median absolute deviation a standard deviation where values are normal: 1 / 0.6745. */
const deviationsPerMad = 1.4826;

/**
 * How far values are from their middle, as a standard deviation that a minority of outliers does not move.
 *
 * @param values - In any order.
 */
export function spreadOf(values: readonly number[]): number {
  const middle = medianOf(values);
  return deviationsPerMad * medianOf(values.map((value) => Math.abs(value - middle)));
}

/**
 * The mean of values.
 *
 * @param values - At least one.
 */
export const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
