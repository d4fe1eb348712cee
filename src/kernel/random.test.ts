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
});
