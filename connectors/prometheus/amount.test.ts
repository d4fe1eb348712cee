import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { amountIn } from './amount.ts';

describe('amountIn', () => {
  it.each([
    [1.5, 1_000, 1_500],
    [0, 1_000, 0],
    [-1, 1_000, undefined],
    [-Number.MIN_VALUE, 1_000, undefined],
    [1e306, 1_000, undefined],
    [-1.797693134862316e305, 1_000, undefined],
    [Infinity, 1, undefined],
    [NaN, 1, undefined],
    [undefined, 1, undefined],
  ])('makes of %p times %p the amount %p', (value, factor, amount) => {
    expect(amountIn(value, factor)).toBe(amount);
  });

  it('is finite and not negative, or nothing, whatever the numbers', () => {
    fc.assert(
      fc.property(fc.double(), fc.constantFrom(1, 1_000), (value, factor) => {
        const amount = amountIn(value, factor) ?? 0;
        expect(amount >= 0 && Number.isFinite(amount)).toBe(true);
      }),
    );
  });
});
