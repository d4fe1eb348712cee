import { describe, expect, it } from '@jest/globals';
import { meanOf } from '../format/index.ts';
import type { Distribution } from '../format/index.ts';
import { RandomDraws } from './random-draws.ts';

const count = 40_000;

const drawn = (draws: RandomDraws, source: number, times = count): number[] =>
  Array.from({ length: times }, () => draws.next(source));

/** The standard normal distribution function (Abramowitz and Stegun, 26.2.17): within 1e-7. */
function normalBelow(z: number): number {
  if (z < 0) return 1 - normalBelow(-z);
  const t = 1 / (1 + 0.2316419 * z);
  const tail = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return 1 - (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * tail;
}

const exponentialBelow = (ms: number, meanMs: number): number => 1 - Math.exp(-ms / meanMs);

/** Lognormal with mean and coefficient of variation 1.2 as the model means them: of the times, not of their logarithms. */
function lognormalBelow(ms: number): number {
  const variance = Math.log(1 + 1.2 ** 2);
  return normalBelow((Math.log(ms) - (Math.log(10) - variance / 2)) / Math.sqrt(variance));
}

/** Balanced means: each phase carries half of the mean. */
function hyperexponentialBelow(ms: number): number {
  const first = (1 + Math.sqrt((4 - 1) / (4 + 1))) / 2;
  return first * exponentialBelow(ms, 5 / first) + (1 - first) * exponentialBelow(ms, 5 / (1 - first));
}

/** The distribution, its distribution function and its coefficient of variation. */
const distributions: readonly (readonly [string, Distribution, (ms: number) => number, number])[] = [
  ['exponential', { exponential: 10 }, (ms) => exponentialBelow(ms, 10), 1],
  ['uniform', { uniform: { from: 4, to: 16 } }, (ms) => (ms - 4) / 12, Math.sqrt(12) / 10],
  ['lognormal', { lognormal: { mean: 10, cv: 1.2 } }, lognormalBelow, 1.2],
  [
    'Erlang',
    { erlang: { mean: 10, shape: 3 } },
    (ms) => 1 - Math.exp(-0.3 * ms) * (1 + 0.3 * ms + (0.3 * ms) ** 2 / 2),
    1 / Math.sqrt(3),
  ],
  ['hyperexponential', { hyperexponential: { mean: 10, cv: 2 } }, hyperexponentialBelow, 2],
  [
    'bounded Pareto',
    { pareto: { from: 2, shape: 1.5, to: 200 } },
    (ms) => (1 - (2 / ms) ** 1.5) / (1 - (2 / 200) ** 1.5),
    NaN,
  ],
  [
    'quantiles',
    {
      quantiles: [
        [0, 1],
        [0.5, 2],
        [0.9, 10],
        [1, 50],
      ],
    },
    (ms) => (ms < 2 ? (ms - 1) / 2 : ms < 10 ? 0.5 + (ms - 2) / 20 : 0.9 + (ms - 10) / 400),
    NaN,
  ],
];

/** The largest distance between what was drawn and a distribution function. */
function distanceOf(values: readonly number[], below: (value: number) => number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted.reduce((most, value, at) => {
    const right = below(value);
    return Math.max(most, Math.abs(right - at / sorted.length), Math.abs(right - (at + 1) / sorted.length));
  }, 0);
}

/** Kolmogorov and Smirnov: above this over the root of the number in one of a thousand samples. */
const kolmogorov999 = 1.95;

const moments = (values: readonly number[]): { readonly mean: number; readonly deviation: number } => {
  const mean = values.reduce((sum, one) => sum + one, 0) / values.length;
  return { mean, deviation: Math.sqrt(values.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (values.length - 1)) };
};

describe('draws', () => {
  it.each(distributions)('%s follow their distribution function', (_, distribution, below) => {
    const draws = new RandomDraws('distribution');
    const values = drawn(draws, draws.source('a', distribution));
    expect(distanceOf(values, below)).toBeLessThan(kolmogorov999 / Math.sqrt(count));
  });

  it.each(distributions)('%s have their mean and their variation', (_, distribution, _below, cv) => {
    const draws = new RandomDraws('moments');
    const { mean, deviation } = moments(drawn(draws, draws.source('a', distribution)));
    // Four standard errors: one of 16,000 samples is beyond.
    expect(Math.abs(mean - meanOf(distribution))).toBeLessThan((4 * deviation) / Math.sqrt(count));
    // The error of a deviation depends on the fourth moment, which is large for those that vary much.
    if (!Number.isNaN(cv)) expect(Math.abs(deviation / mean / cv - 1)).toBeLessThan(cv > 1 ? 0.1 : 0.03);
  });

  it('exponential beyond each distance from their mean are as many as there should be, far out too', () => {
    const draws = new RandomDraws('tail');
    const values = drawn(draws, draws.exponentials('a'), 2_000_000);
    for (const distance of [1e-4, 0.01, 0.3, 3, 6, 7.69711747013105, 8, 10]) {
      const share = Math.exp(-distance);
      const beyond = values.filter((value) => value > distance).length / values.length;
      // Four standard errors of a share.
      expect(Math.abs(beyond - share)).toBeLessThan(4 * Math.sqrt((share * (1 - share)) / values.length));
    }
  });

  it('uniform are within (0, 1) and uniform, in each part of a block alike', () => {
    const draws = new RandomDraws('uniform');
    const source = draws.uniforms('u');
    const values = drawn(draws, source);
    expect(Math.min(...values)).toBeGreaterThan(0);
    expect(Math.max(...values)).toBeLessThan(1);
    expect(distanceOf(values, (value) => value)).toBeLessThan(kolmogorov999 / Math.sqrt(count));
    for (const place of [0, 1, 63]) {
      const some = values.filter((_, at) => at % 64 === place);
      expect(distanceOf(some, (value) => value)).toBeLessThan(kolmogorov999 / Math.sqrt(some.length));
    }
  });

  it.each([0.05, 0.5, 1, 4])('gamma with mean 1 and variance %d have both', (variance) => {
    const draws = new RandomDraws('gamma');
    const { mean, deviation } = moments(drawn(draws, draws.gammas('g', variance)));
    expect(Math.abs(mean - 1)).toBeLessThan((4 * Math.sqrt(variance)) / Math.sqrt(count));
    expect(Math.abs(deviation ** 2 / variance - 1)).toBeLessThan(0.12);
  });

  it('gamma with variance 1 are exponential', () => {
    const draws = new RandomDraws('gamma');
    const distance = distanceOf(drawn(draws, draws.gammas('g', 1)), (value) => exponentialBelow(value, 1));
    expect(distance).toBeLessThan(kolmogorov999 / Math.sqrt(count));
  });

  it('constant and of samples are what is given', () => {
    const draws = new RandomDraws(1);
    expect(new Set(drawn(draws, draws.source('c', 7), 500))).toEqual(new Set([7]));
    const counts = new Map<number, number>();
    for (const value of drawn(draws, draws.source('s', { samples: [1, 2, 2, 5] })))
      counts.set(value, (counts.get(value) ?? 0) + 1);
    expect([...counts.keys()].toSorted()).toEqual([1, 2, 5]);
    // A half, with a standard deviation of 100.
    expect(Math.abs((counts.get(2) ?? 0) - count / 2)).toBeLessThan(400);
  });

  it('that follow each other, and those of two sources, are not correlated', () => {
    const draws = new RandomDraws('correlation');
    const [one, other] = [draws.uniforms('one'), draws.uniforms('other')];
    const [first, second] = [drawn(draws, one), drawn(draws, other)];
    const correlation = (values: readonly number[], others: readonly number[]): number =>
      values.reduce((sum, value, at) => sum + (value - 0.5) * ((others[at] ?? 0.5) - 0.5), 0) /
      values.length /
      (1 / 12);
    const bound = 4 / Math.sqrt(count);
    for (const lag of [1, 2, 63, 64]) expect(Math.abs(correlation(first, first.slice(lag)))).toBeLessThan(bound);
    expect(Math.abs(correlation(first, second))).toBeLessThan(bound);
  });
});

describe('sources of chance', () => {
  it('depend on the seed and their name alone, not on others, nor on when they are made or drawn from', () => {
    const alone = new RandomDraws(7);
    const right = drawn(alone, alone.source('web/get 1 cpu', { exponential: 5 }), 300);
    const crowd = new RandomDraws('7');
    const others = Array.from({ length: 200 }, (_, at) => crowd.uniforms(`other ${at}`));
    for (const other of others.slice(0, 100)) crowd.next(other);
    const mine = crowd.source('web/get 1 cpu', { exponential: 5 });
    const seen = right.map((_, at) => {
      crowd.next(others[at % 200] as number);
      return crowd.next(mine);
    });
    expect(seen).toEqual(right);
  });

  it('differ by seed and by name, and are one where the name is', () => {
    const draws = new RandomDraws(1);
    const [one, same, other] = [draws.uniforms('a'), draws.uniforms('a'), draws.uniforms('b')];
    expect(same).toBe(one);
    const first = drawn(draws, one, 50);
    expect(drawn(draws, other, 50)).not.toEqual(first);
    const elsewhere = new RandomDraws(2);
    expect(drawn(elsewhere, elsewhere.uniforms('a'), 50)).not.toEqual(first);
    // Seed and name are kept apart, whatever is in them.
    const [left, right] = [new RandomDraws('1a'), new RandomDraws('1')];
    expect(drawn(left, left.uniforms('b'), 10)).not.toEqual(drawn(right, right.uniforms('ab'), 10));
  });
});
