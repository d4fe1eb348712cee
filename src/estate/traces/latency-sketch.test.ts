import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { LatencySketch, quantileMs, sketchRelativeErrorRatio } from './latency-sketch.ts';

const durations = fc.array(fc.double({ min: 1e-3, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 200 });

function sketchOf(values: readonly number[]): LatencySketch {
  const sketch = new LatencySketch();
  for (const value of values) sketch.add(value, 1);
  return sketch;
}

describe('LatencySketch', () => {
  it('gives every quantile within its error of a value at that rank', () => {
    fc.assert(
      fc.property(durations, fc.double({ min: 0, max: 1, noNaN: true }), (values, ratio) => {
        const sorted = [...values].sort((left, right) => left - right);
        const exact = sorted[Math.floor(ratio * (values.length - 1))]!;
        const found = quantileMs(sketchOf(values).toData()!, ratio);
        expect(Math.abs(found - exact)).toBeLessThanOrEqual(exact * sketchRelativeErrorRatio * 1.001);
      }),
    );
  });

  it('is the same in any order, joined or not, and after JSON', () => {
    fc.assert(
      fc.property(durations, fc.nat(), (values, cut) => {
        const whole = sketchOf(values).toData();
        const joined = sketchOf(values.slice(cut % values.length).toReversed());
        joined.merge(sketchOf(values.slice(0, cut % values.length)));
        expect(joined.toData()).toEqual(whole);
        expect(LatencySketch.fromData(JSON.parse(JSON.stringify(whole)) as NonNullable<typeof whole>).toData()).toEqual(
          whole,
        );
      }),
    );
  });

  it('counts nothing and less than nothing as zero, and bounds what no span lasts', () => {
    const sketch = sketchOf([0, -5, 1e-300, 1e300]);
    expect(sketch.toData()).toMatchObject({ count: 4, zeroCount: 3, maxMs: 1e10 });
    expect(new LatencySketch().toData()).toBeUndefined();
  });
});
