import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { timeUnderQuotaMs, timesUnderQuota } from './cfs-periods.ts';

const thirtyOf130m = { cpuMs: 30, threads: 1, quotaCores: 0.13 };

describe('timeUnderQuotaMs', () => {
  it.each([
    // 13 + 13 + 4 ms in three periods.
    [0, 204],
    // 13 ms before the end of a period, then 13 at once in the next, then 4.
    [87, 117],
    [96, 117],
    // Of the first period only 3 ms: 3 + 13 + 13 + 1 ms in four.
    [97, 204],
  ])('of 30 ms at 130m, %d ms into a period, is %d ms', (phaseMs, expected) => {
    expect(timeUnderQuotaMs(thirtyOf130m, phaseMs)).toBeCloseTo(expected, 9);
  });
});

describe('timesUnderQuota', () => {
  it('gives 117 to 204 ms for a lonely request of 30 ms at 130m, whose average use is 23 % at one a second', () => {
    const times = timesUnderQuota(thirtyOf130m);
    expect(times.bestMs).toBeCloseTo(117, 6);
    expect(times.worstMs).toBeCloseTo(204, 6);
    expect(times.meanMs).toBeGreaterThan(117);
    expect(times.meanMs).toBeLessThan(204);
    expect(times).toMatchObject({ freeMs: 30, periods: 3 });
  });

  it('burns a quota faster on several threads: 4 at once at 2 cores have used it up after half a period', () => {
    // 300 ms of work: 200 in 50 ms, 50 ms of waiting, 100 in 25 ms.
    expect(timesUnderQuota({ cpuMs: 300, threads: 4, quotaCores: 2 }).worstMs).toBeCloseTo(125, 6);
    expect(timesUnderQuota({ cpuMs: 300, threads: 2, quotaCores: 2 }).worstMs).toBeCloseTo(150, 6);
  });

  it('never takes less than without a quota, and exactly as long where the quota is not used up', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.1, max: 5_000, noNaN: true }),
        fc.integer({ min: 1, max: 32 }),
        fc.double({ min: 0.01, max: 32, noNaN: true }),
        (cpuMs, threads, quotaCores) => {
          const { bestMs, meanMs, worstMs, freeMs } = timesUnderQuota({ cpuMs, threads, quotaCores });
          expect(bestMs).toBeGreaterThanOrEqual(freeMs - 1e-6);
          expect(worstMs).toBeGreaterThanOrEqual(meanMs - 1e-6);
          if (cpuMs <= quotaCores * 100 * 0.999 && cpuMs / threads < 100) expect(bestMs).toBeCloseTo(freeMs, 6);
          if (threads <= quotaCores) expect(worstMs).toBeCloseTo(freeMs, 6);
        },
      ),
      { numRuns: 100 },
    );
  });

  it('never beats what the quota gives on average', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 1, max: 5_000, noNaN: true }),
        fc.double({ min: 0.05, max: 1, noNaN: true }),
        (cpuMs, quotaCores) => {
          // Of the first period the whole quota may come in its last moments.
          const { bestMs } = timesUnderQuota({ cpuMs, threads: 1, quotaCores });
          expect(bestMs).toBeGreaterThanOrEqual(cpuMs / quotaCores - 200);
        },
      ),
      { numRuns: 100 },
    );
  });
});
