import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { causes } from './cause.ts';
import { bucketCount, bucketOf, quantileMs } from './latency-buckets.ts';
import { OutcomeTallies } from './outcome-tallies.ts';

/** The bound that the buckets promise. */
const errorRatio = 0.008;

/** From a microsecond to a day. */
const durationMs = fc.double({ min: Math.log(1e-3), max: Math.log(86_400_000), noNaN: true }).map(Math.exp);

function counted(durationsMs: readonly number[]): Uint32Array {
  const counts = new Uint32Array(bucketCount);
  for (const ms of durationsMs) counts[bucketOf(ms)] = (counts[bucketOf(ms)] ?? 0) + 1;
  return counts;
}

describe('buckets of durations', () => {
  it('give any quantile within 0.8 % of the exact one', () => {
    fc.assert(
      fc.property(
        fc.array(durationMs, { minLength: 1, maxLength: 300 }),
        fc.double({ min: 0.001, max: 1, noNaN: true }),
        (durationsMs, share) => {
          const found = quantileMs(counted(durationsMs), durationsMs.length, share);
          const sorted = durationsMs.toSorted((one, other) => one - other);
          // The smallest duration that so large a share is not above.
          const exact = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? NaN;
          expect(Math.abs(found / exact - 1)).toBeLessThanOrEqual(errorRatio);
        },
      ),
      { seed: 1, numRuns: 500 },
    );
  });

  it('do so where all durations are alike, at either end of a bucket', () => {
    for (const ms of [64, 63.999, 100, 1e-3, 2 ** 20]) {
      for (const share of [0.01, 0.5, 0.99, 1])
        expect(
          Math.abs(quantileMs(counted(Array.from({ length: 1_000 }, () => ms)), 1_000, share) / ms - 1),
        ).toBeLessThanOrEqual(errorRatio);
    }
  });

  it('rise with durations, and take what is beyond them at their ends', () => {
    fc.assert(
      fc.property(durationMs, durationMs, (one, other) => {
        expect(bucketOf(Math.min(one, other))).toBeLessThanOrEqual(bucketOf(Math.max(one, other)));
      }),
    );
    expect([bucketOf(0), bucketOf(1e-12), bucketOf(1e15), bucketOf(Infinity)]).toEqual([
      0,
      0,
      bucketCount - 1,
      bucketCount - 1,
    ]);
  });

  it('of which none counts anything have no quantile', () => {
    expect(quantileMs(new Uint32Array(bucketCount), 0, 0.5)).toBeNaN();
  });
});

describe('tallies of outcomes', () => {
  it('count and sum every answer exactly, and keep what failed apart', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(durationMs, fc.constantFrom(0, 0, 0, 1, 2)), { maxLength: 500 }), (given) => {
        const tallies = new OutcomeTallies(3);
        for (const [ms, cause] of given) tallies.add(1, ms, cause);
        const seen = tallies.of(1);
        const answered = given.filter(([, cause]) => cause === 0).map(([ms]) => ms);
        expect(seen.answered).toBe(answered.length);
        expect(seen.failed).toBe(given.length - answered.length);
        expect(seen.failures[1]).toBe(given.filter(([, cause]) => cause === 1).length);
        const sumMs = answered.reduce((sum, ms) => sum + ms, 0);
        expect(Math.abs(seen.sumMs - sumMs)).toBeLessThanOrEqual(1e-9 * sumMs);
        expect(seen.maxMs).toBe(Math.max(0, ...answered));
        for (const other of [0, 2]) expect(tallies.of(other)).toMatchObject({ answered: 0, failed: 0, sumMs: 0 });
      }),
      { seed: 1, numRuns: 100 },
    );
  });

  it('keep 32 to 63 batches of equally many answers, in the order of coming, however many come', () => {
    const tallies = new OutcomeTallies(1);
    let added = 0;
    for (const upTo of [31, 63, 64, 1_000, 65_536, 100_000]) {
      for (; added < upTo; added++) tallies.add(0, added, 0);
      const { batchMeansMs, answered, sumMs } = tallies.of(0);
      expect(answered).toBe(upTo);
      expect(sumMs).toBe((upTo * (upTo - 1)) / 2);
      expect(batchMeansMs.length).toBeLessThanOrEqual(63);
      if (upTo >= 64) expect(batchMeansMs.length).toBeGreaterThanOrEqual(32);
      // Durations are 0, 1, 2 and so on: means of batches of equal size lie as far apart as the batches are large.
      const size = (batchMeansMs[1] ?? NaN) - (batchMeansMs[0] ?? NaN);
      expect(Number.isInteger(Math.log2(size))).toBe(true);
      expect(batchMeansMs).toEqual(Array.from({ length: batchMeansMs.length }, (_, at) => at * size + (size - 1) / 2));
    }
  });

  it('count retries and what was worked off in vain, and forget all', () => {
    const tallies = new OutcomeTallies(2);
    tallies.addRetry(1);
    tallies.addAbandoned(1);
    tallies.add(1, 5, 0);
    tallies.add(1, 0, causes.timeout);
    expect(tallies.of(1)).toMatchObject({ retries: 1, abandoned: 1, answered: 1, failed: 1 });
    tallies.clear();
    expect(tallies.of(1)).toMatchObject({ retries: 0, abandoned: 0, answered: 0, failed: 0, sumMs: 0, maxMs: 0 });
    expect(tallies.of(1).batchMeansMs).toEqual([]);
    tallies.add(1, 5, 0);
    expect(tallies.of(1)).toMatchObject({ answered: 1, sumMs: 5 });
  });
});
