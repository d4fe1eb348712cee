import { describe, expect, it } from '@jest/globals';
import { seenOperation } from '../../../testing/captured-model.ts';
import { seenArrivals } from './index.ts';

/** How requests that an arrival makes look to a capture. */
const seen = (arrival: object, seed = 3) =>
  seenArrivals(
    seenOperation(
      {
        version: 1,
        components: { web: { operations: { 'GET /': [{ wait: '1ms' }] } } },
        arrivals: [{ operation: 'web/GET /', ...arrival }],
        run: { for: '10m' },
      },
      'web',
      { seed, requests: 20_000 },
    ).timeline!,
  )!;

describe('seenArrivals', () => {
  it('finds rate and dispersion of independent requests in their intervals', () => {
    const found = [1, 2, 3, 4, 5, 6, 7, 8].map((seed) => seen({ rate: '40/s' }, seed));
    const rate = found.filter(({ perSecond: { low, high } }) => low <= 40 && high >= 40);
    const dispersion = found.filter(({ dispersion: { low, high } }) => low <= 1 && high >= 1);
    // Of intervals that hold 19 times of 20, three misses of eight are one chance of two hundred.
    expect(rate.length).toBeGreaterThanOrEqual(6);
    expect(dispersion.length).toBeGreaterThanOrEqual(6);
    expect(found.filter(({ isSteady }) => isSteady).length).toBeGreaterThanOrEqual(7);
  });

  it('sees bursts, and requests at even distances', () => {
    expect(seen({ rate: '40/s', dispersion: 6 }).dispersion.low).toBeGreaterThan(1.5);
    expect(seen({ rate: '40/s', spacing: 'even' }).dispersion.high).toBeLessThan(0.1);
  });

  it('takes a rate that rises for unsteady, and not for bursts', () => {
    const { dispersion, isSteady, stretches } = seen({
      rate: [
        ['0s', '10/s'],
        ['5m', '60/s'],
      ],
    });
    expect(isSteady).toBe(false);
    expect(dispersion.best).toBeLessThan(1.4);
    expect(stretches.at(-1)!.perSecond).toBeGreaterThan(stretches[0]!.perSecond * 2);
  });

  it('says nothing of too little', () => {
    expect(seenArrivals({ bucketMs: 1_000, arrivals: [1, 2, 3] })).toBeUndefined();
    expect(seenArrivals({ bucketMs: 1_000, arrivals: Array<number>(100).fill(0) })).toBeUndefined();
  });
});
