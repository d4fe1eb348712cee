import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { TimeBuckets } from './time-buckets.ts';

const spans = fc.array(
  fc.record({ start: fc.integer({ min: 0, max: 5_000_000 }), length: fc.integer({ min: 0, max: 100_000 }) }),
  { minLength: 1, maxLength: 60 },
);

function bucketsOf(all: readonly { start: number; length: number }[]): TimeBuckets {
  const buckets = new TimeBuckets();
  for (const { start, length } of all) buckets.add(start, start + length, 1);
  return buckets;
}

describe('TimeBuckets', () => {
  it('loses neither spans nor time, in a bounded number of buckets, in any order', () => {
    fc.assert(
      fc.property(spans, fc.nat(), (all, cut) => {
        const data = bucketsOf(all).toData()!;
        const busy = data.meanInFlight.reduce((sum, mean) => sum + mean * data.bucketMs, 0);
        expect(data.arrivals.length).toBeLessThanOrEqual(600);
        expect(data.arrivals.reduce((sum, count) => sum + count, 0)).toBe(all.length);
        expect(busy).toBeCloseTo(
          all.reduce((sum, { length }) => sum + length, 0),
          3,
        );
        expect(bucketsOf(all.toReversed()).toData()).toEqual(data);
        const joined = bucketsOf(all.slice(cut % all.length));
        joined.merge(bucketsOf(all.slice(0, cut % all.length)));
        expect(joined.toData()).toEqual(data);
      }),
    );
  });
});
