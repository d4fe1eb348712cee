import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { seriesSummary } from './series-summary.ts';

describe('seriesSummary', () => {
  it('says where the values lie and how they scatter', () => {
    const points = [4, 2, 8, 6].map((value, index) => [index * 1_000, value] as const);
    expect(seriesSummary(points)).toEqual({
      points: 4,
      firstMs: 0,
      lastMs: 3_000,
      mean: 5,
      standardDeviation: Math.sqrt(5),
      min: 2,
      max: 8,
      p50: 4,
      p95: 8,
      last: 6,
    });
  });

  it('passes over what is no number, and gives nothing where nothing is left', () => {
    expect(
      seriesSummary([
        [0, NaN],
        [1, 7],
        [2, Infinity],
      ]),
    ).toMatchObject({ points: 1, firstMs: 1, lastMs: 1, p95: 7 });
    expect(seriesSummary([[0, NaN]])).toBeUndefined();
    expect(seriesSummary([])).toBeUndefined();
  });

  it('says how the largest numbers scatter', () => {
    const most = Number.MAX_VALUE;
    const of = (...values: number[]) => seriesSummary(values.map((value, index) => [index, value] as const));
    expect(of(-most, most)).toMatchObject({ mean: 0, standardDeviation: most });
    expect(of(most, most, most)).toMatchObject({ mean: most, standardDeviation: 0 });
    expect(of(1e300, 3e300)?.standardDeviation).toBeCloseTo(1e300, -290);
  });

  it('stays within the values, however large', () => {
    const value = fc.double({ noNaN: true, noDefaultInfinity: true });
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 30 }), (values) => {
        const summary = seriesSummary(values.map((each, index) => [index, each] as const));
        const { min, max, mean, p50, p95, standardDeviation } = summary ?? {
          min: 1,
          max: 0,
          mean: 0,
          p50: 0,
          p95: 0,
          standardDeviation: -1,
        };
        expect([min, max]).toEqual([Math.min(...values), Math.max(...values)]);
        expect(min <= p50 && p50 <= p95 && p95 <= max).toBe(true);
        expect(min <= mean && mean <= max).toBe(true);
        expect(standardDeviation).toBeGreaterThanOrEqual(0);
        expect(standardDeviation).toBeLessThanOrEqual(Math.max(...values.map(Math.abs)));
      }),
    );
  });
});
