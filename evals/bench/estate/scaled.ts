import type { Distribution } from '../../../twin/model/format/index.ts';

/**
 * The distribution of times that take so many times as long: what it varies by stays in proportion.
 *
 * @param distribution - As read.
 * @param factor - Above 0.
 */
export function scaled(distribution: Distribution, factor: number): Distribution {
  if (typeof distribution === 'number') return distribution * factor;
  if ('exponential' in distribution) return { exponential: distribution.exponential * factor };
  if ('lognormal' in distribution) {
    return { lognormal: { ...distribution.lognormal, mean: distribution.lognormal.mean * factor } };
  }
  if ('erlang' in distribution) {
    return { erlang: { ...distribution.erlang, mean: distribution.erlang.mean * factor } };
  }
  if ('hyperexponential' in distribution) {
    return {
      hyperexponential: { ...distribution.hyperexponential, mean: distribution.hyperexponential.mean * factor },
    };
  }
  if ('uniform' in distribution) {
    const { from, to } = distribution.uniform;
    return { uniform: { from: from * factor, to: to * factor } };
  }
  if ('pareto' in distribution) {
    const { from, to, shape } = distribution.pareto;
    return { pareto: { from: from * factor, to: to * factor, shape } };
  }
  if ('samples' in distribution) return { samples: distribution.samples.map((ms) => ms * factor) };
  return { quantiles: distribution.quantiles.map(([share, ms]): [number, number] => [share, ms * factor]) };
}
