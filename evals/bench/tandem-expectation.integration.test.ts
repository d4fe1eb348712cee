import { describe, expect, it } from '@jest/globals';
import { tandemExpectationMs } from './tandem-expectation.ts';

describe('tandemExpectationMs', () => {
  it('finds the three stations of the model file, and what they take by hand', async () => {
    // Without waiting, and then the waits with 4/23, 8192/13735 and 81/95 of the requests having to.
    const byHand = 500 + 800 + 450 + (4 / 23) * 250 + (8_192 / 13_735) * 1_000 + (81 / 95) * 2_250;
    expect(await tandemExpectationMs()).toBeCloseTo(byHand, 6);
  });
});
