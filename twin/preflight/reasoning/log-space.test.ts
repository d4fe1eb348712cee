import { describe, expect, it } from '@jest/globals';
import { timeToFullMs } from './log-space.ts';

const writer = (bytesPerSecond: number, keptBytes = Infinity) => ({
  component: 'api',
  bytesPerSecond,
  keptBytes,
  evidence: [],
});

describe('timeToFullMs', () => {
  it('is what is free over what all write together, while nothing is rotated', () => {
    expect(timeToFullMs([writer(10), writer(30)], 4_000)).toBe(100_000);
  });

  it('counts a rotated log until it is held', () => {
    // 100 s at 20/s make 2,000, of which 1,000 are held; the rest grows at 10/s for 200 s.
    expect(timeToFullMs([writer(10, 1_000), writer(10)], 4_000)).toBeCloseTo(300_000, 6);
  });

  it('is never where rotation holds them all before, and now where the disk is full', () => {
    expect(timeToFullMs([writer(10, 1_000)], 4_000)).toBe(Infinity);
    expect(timeToFullMs([], 4_000)).toBe(Infinity);
    expect(timeToFullMs([writer(10)], 0)).toBe(0);
  });
});
