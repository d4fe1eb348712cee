import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { rolloutBounds, rolloutStep } from './rolling-update.ts';

describe('the bounds of a rolling update', () => {
  it.each([
    [4, { share: 0.25 }, { share: 0.25 }, 1, 1],
    [3, { share: 0.25 }, { share: 0.25 }, 1, 0],
    [10, { share: 0.25 }, { share: 0.25 }, 3, 2],
    [100, { share: 0.07 }, { share: 0.07 }, 7, 7],
    [5, { count: 2 }, { count: 0 }, 2, 0],
  ])(
    'of %d with surge %j and unavailable %j are %d and %d',
    (desired, maxSurge, maxUnavailable, surge, unavailable) => {
      expect(rolloutBounds(desired, { maxSurge, maxUnavailable })).toEqual({ surge, unavailable });
    },
  );

  it('let one be lacking where both come to nothing', () => {
    expect(rolloutBounds(3, { maxSurge: { count: 0 }, maxUnavailable: { share: 0.25 } })).toEqual({
      surge: 0,
      unavailable: 1,
    });
  });
});

describe('the steps of a rolling update', () => {
  it('keep to both bounds and always come to the end', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 30 }), fc.nat(10), fc.nat(10), (desired, count, lacking) => {
        const bounds = rolloutBounds(desired, { maxSurge: { count }, maxUnavailable: { count: lacking } });
        let [updated, updatedAvailable, old] = [0, 0, desired];
        for (let round = 0; old > 0 || updatedAvailable < desired; round++) {
          expect(round).toBeLessThan(200);
          const step = rolloutStep({ desired, updated, updatedAvailable, old, oldAvailable: old }, bounds);
          updated += step.create;
          old -= step.removeOld;
          expect(updated + old).toBeLessThanOrEqual(desired + bounds.surge);
          expect(updatedAvailable + old).toBeGreaterThanOrEqual(desired - bounds.unavailable);
          // Where nothing more can be done, the next instance becomes available.
          if (step.create + step.removeOld === 0) updatedAvailable += 1;
        }
      }),
    );
  });

  it('take old ones first that do not serve', () => {
    const counts = { desired: 4, updated: 1, updatedAvailable: 1, old: 4, oldAvailable: 2 };
    expect(rolloutStep(counts, { surge: 1, unavailable: 1 })).toEqual({
      create: 0,
      removeUpdated: 0,
      removeUnhealthy: 2,
      removeOld: 0,
    });
  });
});
