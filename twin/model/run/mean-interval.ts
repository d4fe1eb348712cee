/** With fewer batches, or batches of fewer requests, they are as alike as the requests, and their spread says too little. */
const leastBatches = 20;
const leastInBatch = 16;

const normal975 = 1.959963984540054;

/**
 * The 97.5 % quantile of Student's t distribution, by the expansion of Fisher and Cornish around the normal one (Abramowitz
 * and Stegun, 26.7.5): within 0.001 from 10 degrees of freedom on.
 */
function student975(degrees: number): number {
  const z = normal975;
  const first = (z ** 3 + z) / 4;
  const second = (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96;
  const third = (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384;
  return z + first / degrees + second / degrees ** 2 + third / degrees ** 3;
}

/**
 * The 95 % confidence interval of a mean, from the means of batches that follow each other.
 *
 * @param batchMeans - Of equally many requests each.
 * @param batchSize - How many.
 * @returns `null` where there are too few.
 */
export function meanInterval(
  batchMeans: readonly number[],
  batchSize: number,
): { readonly low: number; readonly high: number } | null {
  const count = batchMeans.length;
  if (count < leastBatches || batchSize < leastInBatch) return null;
  const mean = batchMeans.reduce((sum, one) => sum + one, 0) / count;
  const squares = batchMeans.reduce((sum, one) => sum + (one - mean) ** 2, 0);
  const half = student975(count - 1) * Math.sqrt(squares / (count - 1) / count);
  return { low: mean - half, high: mean + half };
}
