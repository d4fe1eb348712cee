import type { RandomSource } from '../../../src/kernel/index.ts';

/**
 * A draw of the standard normal distribution (Box and Muller 1958).
 *
 * @param random - Two draws are taken.
 */
export const drawNormal = (random: RandomSource): number =>
  Math.sqrt(-2 * Math.log(1 - random.uniform())) * Math.cos(2 * Math.PI * random.uniform());

/**
 * A draw whose logarithm is uniform.
 *
 * @param random - One draw is taken.
 * @param low - The lowest, above 0.
 * @param high - The highest.
 */
export const drawLogUniform = (random: RandomSource, low: number, high: number): number =>
  low * (high / low) ** random.uniform();

/** From here the normal distribution stands for a count. */
const largeMean = 50;

/**
 * A draw of a Poisson count.
 *
 * @param random - As many draws as the count needs.
 * @param mean - Of it.
 */
export function drawCount(random: RandomSource, mean: number): number {
  if (mean > largeMean) return Math.max(0, Math.round(mean + Math.sqrt(mean) * drawNormal(random)));
  const floor = Math.exp(-mean);
  let [count, product] = [0, random.uniform()];
  while (product > floor) {
    count += 1;
    product *= random.uniform();
  }
  return count;
}

/**
 * One of several.
 *
 * @param random - One draw is taken.
 * @param values - At least one.
 */
export const drawOne = <Value>(random: RandomSource, values: readonly Value[]): Value =>
  values[Math.min(values.length - 1, Math.floor(random.uniform() * values.length))] as Value;
