import { describe, expect, it } from '@jest/globals';
import { finiteNumber } from './finite-number.ts';

describe('finiteNumber', () => {
  it.each([
    [1.5, 1.5],
    [-1.5, -1.5],
    [0, 0],
    [-0, 0],
    [Number.MAX_VALUE, Number.MAX_VALUE],
    [Infinity, undefined],
    [NaN, undefined],
    ['1', undefined],
    [null, undefined],
    [undefined, undefined],
  ])('takes %p for %p', (value, number) => {
    expect(finiteNumber(value)).toBe(number);
  });
});
