import { describe, expect, it } from '@jest/globals';
import { spreadOf } from './spread.ts';

describe('spreadOf', () => {
  it('is the middle one of an odd number, and between the middle two of an even one', () => {
    expect(spreadOf([30, 10, 20])).toEqual({ median: 20, lowest: 10, highest: 30 });
    expect(spreadOf([30, 10, 20, 100])).toEqual({ median: 25, lowest: 10, highest: 100 });
    expect(spreadOf([7])).toEqual({ median: 7, lowest: 7, highest: 7 });
  });
});
