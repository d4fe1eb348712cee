import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createRandom } from './random.ts';

const draws = (count: number, draw: () => number): number[] => Array.from({ length: count }, draw);

describe('createRandom', () => {
  it('draws the same from the same seed', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const [one, other] = [createRandom(seed), createRandom(seed)];
        expect(draws(20, one.uniform)).toEqual(draws(20, other.uniform));
      }),
    );
  });

  it('gives a named stream that no other draw shifts', () => {
    const [quiet, busy] = [createRandom(7), createRandom(7)];
    draws(1_000, busy.uniform);
    draws(1_000, busy.stream('other').uniform);
    expect(draws(20, busy.stream('arrivals').uniform)).toEqual(draws(20, quiet.stream('arrivals').uniform));
    expect(draws(20, quiet.stream('arrivals').uniform)).not.toEqual(draws(20, quiet.stream('faults').uniform));
  });

  it('draws exponential gaps of the asked mean and of a variability of one', () => {
    const random = createRandom(11);
    const gaps = draws(200_000, () => random.exponential(4));
    const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
    const deviation = Math.sqrt(gaps.reduce((sum, gap) => sum + (gap - mean) ** 2, 0) / gaps.length);
    // Five standard errors of the mean of 200,000 draws.
    expect(Math.abs(mean - 4)).toBeLessThan((5 * 4) / Math.sqrt(gaps.length));
    expect(deviation / mean).toBeCloseTo(1, 1);
  });

  /** Pearson's statistic of values in [0, 1) over ten equal cells. */
  const chiSquare = (values: readonly number[]): number => {
    const cells = Array.from({ length: 10 }, () => 0);
    for (const value of values) cells[Math.floor(value * 10)]! += 1;
    const expected = values.length / 10;
    return cells.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
  };

  // The 99.99 % quantile of chi-square with 9 degrees of freedom; seeds are fixed, so this cannot flake.
  const bound = 33.7;

  it.each([
    ['neighbouring seeds', (index: number) => createRandom(index)],
    ['numbered streams', (index: number) => createRandom(5).stream(`run-${index}`)],
    ['streams of one name under neighbouring seeds', (index: number) => createRandom(index).stream('arrivals')],
  ])('starts %s independently', (_what, at) => {
    const firsts = Array.from({ length: 2_000 }, (_, index) => at(index).uniform());
    expect(chiSquare(firsts)).toBeLessThan(bound);
    // Neighbours, folded into one value each: their sum would not be uniform modulo 1 if one followed the other.
    const sums = firsts.slice(1).map((value, index) => (value - firsts[index]! + 1) % 1);
    expect(chiSquare(sums)).toBeLessThan(bound);
    expect(new Set(firsts).size).toBe(firsts.length);
  });

  it('keeps the path of a stream apart from a name that looks like it', () => {
    const random = createRandom(1);
    expect(random.stream('a').stream('b').uniform()).not.toBe(random.stream('a","b').uniform());
    expect(random.stream('a/b').uniform()).not.toBe(random.stream('a').stream('b').uniform());
  });
});
