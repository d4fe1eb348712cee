import { describe, expect, it } from '@jest/globals';
import { meanOf } from './mean.ts';

describe('meanOf', () => {
  it('is the mean of the distribution itself', () => {
    expect(meanOf(7)).toBe(7);
    expect(meanOf({ exponential: 5 })).toBe(5);
    expect(meanOf({ uniform: { from: 2, to: 4 } })).toBe(3);
    expect(meanOf({ lognormal: { mean: 8, cv: 3 } })).toBe(8);
    expect(meanOf({ samples: [1, 2, 6] })).toBe(3);
    expect(
      meanOf({
        quantiles: [
          [0, 0],
          [0.5, 10],
          [1, 30],
        ],
      }),
    ).toBeCloseTo(0.5 * 5 + 0.5 * 20, 12);
  });

  it.each([0.5, 1, 1.5, 3])('is, of a bounded Pareto of shape %p, what adding up its quantiles gives', (shape) => {
    const [from, to] = [2, 200];
    const count = 200_000;
    const kept = 1 - (from / to) ** shape;
    let sum = 0;
    for (let at = 0; at < count; at++) sum += from * (1 - ((at + 0.5) / count) * kept) ** (-1 / shape);
    expect(meanOf({ pareto: { from, to, shape } })).toBeCloseTo(sum / count, 2);
  });
});
