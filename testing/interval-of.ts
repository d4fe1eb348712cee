/** Of Student's t distribution with 19 degrees of freedom: 99.9 % of it is within this of 0, on both sides. */
const student9995 = 3.883;

/** How many independent runs an interval is made of. */
const runs = 20;

/** A mean and what it can be confused with. */
export interface RunsInterval {
  readonly mean: number;
  /** Half the width of the 99.9 % confidence interval, over the mean. */
  readonly halfWidthRatio: number;
  readonly low: number;
  readonly high: number;
}

/**
 * The 99.9 % confidence interval of a figure from twenty independent runs. A test that asks whether the right answer is in
 * it would fail for one choice of seeds in a thousand although nothing is wrong; with fixed seeds it either always does or
 * never.
 *
 * @param figure - Of the run with a seed.
 */
export function intervalOf(figure: (seed: string) => number): RunsInterval {
  const figures = Array.from({ length: runs }, (_, run) => figure(`run ${run + 1}`));
  const mean = figures.reduce((sum, one) => sum + one, 0) / runs;
  const variance = figures.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (runs - 1);
  const half = student9995 * Math.sqrt(variance / runs);
  return { mean, halfWidthRatio: half / Math.abs(mean), low: mean - half, high: mean + half };
}
