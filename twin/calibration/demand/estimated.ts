/** An estimate of a mean, with what it rests on. */
export interface Estimated {
  readonly mean: number;
  /** The 95 % confidence interval of the mean, as far as chance goes: a wrong assumption is not in it. */
  readonly low: number;
  readonly high: number;
  /** Requests. */
  readonly count: number;
}

const normal975 = 1.959963984540054;

/** With fewer, a mean and its error are both chance. */
export const fewestRequests = 30;

/**
 * The mean of some numbers, of which only sums are known.
 *
 * @param count - How many.
 * @param sum - Of them.
 * @param squares - The sum of their squares.
 * @returns Undefined with fewer than 30.
 */
export function meanOfSums(count: number, sum: number, squares: number): Estimated | undefined {
  if (count < fewestRequests) return undefined;
  const mean = sum / count;
  const half = normal975 * Math.sqrt(Math.max(0, squares - count * mean ** 2) / (count - 1) / count);
  return { mean, low: mean - half, high: mean + half, count };
}
