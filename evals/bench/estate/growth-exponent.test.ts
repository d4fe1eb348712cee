import { describe, expect, it } from '@jest/globals';
import { growthExponent } from './growth-exponent.ts';

describe('growthExponent', () => {
  it.each([0.5, 1, 2])('finds the power %d of what grows by it exactly', (power) => {
    expect(growthExponent([10, 50, 200, 500].map((x): [number, number] => [x, 3 * x ** power]))).toBeCloseTo(power, 12);
  });

  it('lies between the powers of the parts', () => {
    const exponent = growthExponent([10, 50, 200, 500].map((x): [number, number] => [x, x + 0.01 * x ** 2]));
    expect(exponent).toBeGreaterThan(1);
    expect(exponent).toBeLessThan(2);
  });

  it('is not a number where one size says nothing of growth', () => {
    expect(growthExponent([[50, 3]])).toBeNaN();
  });
});
