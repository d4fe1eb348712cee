import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ObservedTime } from './observed-time.ts';

const minuteMs = 60_000;

function observed(...traces: (readonly [fromMs: number, toMs: number])[]): number {
  const time = new ObservedTime();
  for (const [fromMs, toMs] of traces) time.add(fromMs, toMs);
  return time.totalMs;
}

/** A trace a second for a minute. */
const aMinuteFrom = (startMs: number): (readonly [number, number])[] =>
  Array.from({ length: 60 }, (_, second) => [startMs + second * 1_000, startMs + second * 1_000 + 1_000] as const);

describe('ObservedTime', () => {
  it('is the whole time of an estate that was watched without a break', () => {
    expect(observed(...aMinuteFrom(0))).toBe(minuteMs);
    expect(observed()).toBe(0);
  });

  it('leaves out the time between files of a minute each', () => {
    const files = [0, 60, 200].flatMap((minute) => aMinuteFrom(minute * minuteMs));
    expect(observed(...files)).toBe(3 * minuteMs);
  });

  it('counts the pauses of an estate that is seldom asked', () => {
    const hourly = Array.from({ length: 24 }, (_, hour) => [hour * 60 * minuteMs, hour * 60 * minuteMs + 50] as const);
    expect(observed(...hourly)).toBe(23 * 60 * minuteMs + 50);
  });

  it('does not count twice what overlaps', () => {
    expect(observed([0, 100_000], [20_000, 30_000], [40_000, 90_000])).toBe(100_000);
  });

  it('is the same in any order, never above the whole time, and in bounded memory', () => {
    const trace = fc.tuple(fc.integer({ min: 0, max: 1e7 }), fc.integer({ min: 0, max: 1e5 }));
    fc.assert(
      fc.property(fc.array(trace, { minLength: 1, maxLength: 40 }), (drawn) => {
        const traces = drawn.map(([fromMs, durationMs]) => [fromMs, fromMs + durationMs] as const);
        const total = observed(...traces);
        expect(observed(...traces.toReversed())).toBe(total);
        const first = Math.min(...traces.map(([fromMs]) => fromMs));
        const last = Math.max(...traces.map(([, toMs]) => toMs));
        expect(total).toBeLessThanOrEqual(last - first);
      }),
    );
    const long = new ObservedTime();
    for (let at = 0; at < 130_000; at += 1) long.add(at * 10_000, at * 10_000 + 5_000);
    expect(long.totalMs).toBe(129_999 * 10_000 + 5_000);
  });
});
