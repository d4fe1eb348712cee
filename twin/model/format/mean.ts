import type { Distribution } from './distribution.ts';

/**
 * The mean of a distribution.
 *
 * @param distribution - As read.
 * @returns Milliseconds.
 */
export function meanOf(distribution: Distribution): number {
  if (typeof distribution === 'number') return distribution;
  if ('exponential' in distribution) return distribution.exponential;
  if ('uniform' in distribution) return (distribution.uniform.from + distribution.uniform.to) / 2;
  if ('lognormal' in distribution) return distribution.lognormal.mean;
  if ('erlang' in distribution) return distribution.erlang.mean;
  if ('hyperexponential' in distribution) return distribution.hyperexponential.mean;
  if ('pareto' in distribution) return meanOfPareto(distribution.pareto);
  if ('samples' in distribution) {
    return distribution.samples.reduce((sum, each) => sum + each, 0) / distribution.samples.length;
  }
  return distribution.quantiles.reduce((sum, [share, ms], at, pairs) => {
    const [shareBefore, msBefore] = pairs[at - 1] ?? [share, ms];
    return sum + (share - shareBefore) * ((ms + msBefore) / 2);
  }, 0);
}

/** Of the bounded Pareto distribution; with shape 1 its general form divides by 0. */
function meanOfPareto({
  from,
  to,
  shape,
}: {
  readonly from: number;
  readonly to: number;
  readonly shape: number;
}): number {
  if (Math.abs(shape - 1) < 1e-9) return (from * to * Math.log(to / from)) / (to - from);
  const ratio = (from / to) ** shape;
  return ((from * shape) / (shape - 1)) * ((1 - (from / to) ** (shape - 1)) / (1 - ratio));
}
