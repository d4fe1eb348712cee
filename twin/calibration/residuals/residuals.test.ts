import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createRandom } from '../../../src/kernel/index.ts';
import { correctionOf, loadBin, widened, wideningOf } from './index.ts';
import type { Score } from './index.ts';

const score = (over: number, at = 0, bin = 0): Score => ({
  operation: 'web/GET /',
  signal: 'p95',
  loadBin: bin,
  predicted: { best: 100, low: 80, high: 125 },
  observed: 100 * over,
  atMs: at,
});

const overs = (options: { minLength: number; maxLength?: number }) =>
  fc.array(fc.double({ min: 0.01, max: 100, noNaN: true }), { maxLength: 40, ...options });

describe('loadBin', () => {
  it('is logarithmic around the load of the calibration', () => {
    expect([25, 50, 70, 100, 200].map((load) => loadBin(load, 100))).toEqual([-4, -2, -1, 0, 2]);
    expect(loadBin(0, 100)).toBe(-Infinity);
  });
});

describe('correctionOf', () => {
  it('says nothing of a few scores', () => {
    expect(correctionOf([score(2), score(2), score(2)])).toEqual({ says: 'nothing', count: 3 });
  });

  it('comes to what observations always were more than predicted', () => {
    const found = correctionOf(Array.from({ length: 30 }, (_, at) => score(1.3, at)));
    expect(found).toMatchObject({ says: 'scale', factor: expect.closeTo(1.3, 2) });
  });

  it('never takes a step of more than a fifth, nor more than twice or half in all', () => {
    fc.assert(
      fc.property(overs({ minLength: 4 }), fc.double({ min: 0.01, max: 100, noNaN: true }), (some, last) => {
        const before = correctionOf(some.map((over, at) => score(over, at)));
        const after = correctionOf([...some, last].map((over, at) => score(over, at)));
        if (before.says !== 'scale' || after.says !== 'scale') throw new Error('one bin has one sign');
        expect(Math.abs(Math.log(after.factor / before.factor))).toBeLessThanOrEqual(Math.log(1.2) + 1e-9);
        expect(Math.abs(Math.log(after.factor))).toBeLessThanOrEqual(Math.log(2) + 1e-9);
      }),
    );
  });

  it('takes too low at one load and too high at another for a wrong mechanism', () => {
    const scores = [0, 1, 2, 3, 4].flatMap((at) => [score(0.7, at, -1), score(1.6, at, 2)]);
    expect(correctionOf(scores)).toEqual({ says: 'mechanism-wrong', tooLowAt: 2, tooHighAt: -1, count: 10 });
    expect(correctionOf(scores.map((each) => ({ ...each, observed: 120 }))).says).toBe('scale');
  });

  it('does not depend on the order in which scores are given', () => {
    fc.assert(
      fc.property(overs({ minLength: 4 }), (some) => {
        const scores = some.map((over, at) => score(over, at % 5, at % 3));
        expect(correctionOf(scores.toReversed())).toEqual(correctionOf(scores));
      }),
    );
  });
});

describe('wideningOf', () => {
  it('holds at its level for whatever the intervals are worth', () => {
    const random = createRandom(11).stream('observations');
    const next = (): Score => score(Math.exp(random.uniform() * 2 - 0.6));
    let held = 0;
    const trials = 2_000;
    for (let trial = 0; trial < trials; trial += 1) {
      const past = Array.from({ length: 19 }, next);
      const widening = wideningOf(past, 0.8);
      const coming = next();
      const { low, high } = widened(coming.predicted, widening);
      expect(widening.isEnough).toBe(true);
      if (coming.observed >= low && coming.observed <= high) held += 1;
    }
    // Of exactly 0.8 at rank 16 of 20, the share of 2,000 strays by 0.009.
    expect(held / trials).toBeGreaterThan(0.77);
    expect(held / trials).toBeLessThan(0.83);
  });

  it('does not promise a level that the scores are too few for', () => {
    expect(wideningOf([], 0.8)).toEqual({ by: 0, count: 0, isEnough: false });
    expect(wideningOf([score(2.5), score(1)], 0.9)).toMatchObject({ by: Math.log(2), isEnough: false });
  });

  it('never narrows past the best guess, and widens more for a larger surprise', () => {
    fc.assert(
      fc.property(overs({ minLength: 1 }), fc.double({ min: 1, max: 3, noNaN: true }), (some, factor) => {
        const scores = some.map((over) => score(over));
        const { low, high } = widened({ best: 100, low: 80, high: 125 }, wideningOf(scores, 0.8));
        expect(low).toBeLessThanOrEqual(100);
        expect(high).toBeGreaterThanOrEqual(100);
        const worse = scores.map((each) =>
          each.observed > 100 ? { ...each, observed: each.observed * factor } : each,
        );
        expect(wideningOf(worse, 0.8).by).toBeGreaterThanOrEqual(wideningOf(scores, 0.8).by - 1e-12);
      }),
    );
  });
});
