import { describe, expect, it } from '@jest/globals';
import { holdOut } from './index.ts';

/** A trace every second, and from the 100th second on ten. */
const startsMs = Array.from({ length: 200 }, (_, at) => at * 1_000).flatMap((ms) =>
  ms < 100_000 ? [ms] : Array.from({ length: 10 }, (_, part) => ms + part * 100),
);

describe('holdOut', () => {
  it('holds out the last of the time', () => {
    const place = holdOut(startsMs, 'time')!;
    expect(place(0)).toEqual({ part: 'learn', shiftMs: 0 });
    expect(place(110_000).part).toBe('learn');
    expect(place(150_000).part).toBe('test');
    // What is tested begins at the beginning.
    expect(150_000 + place(150_000).shiftMs).toBeLessThan(150_000 - 100_000);
  });

  it('holds out the highest load, and keeps rates what they were', () => {
    const starts = startsMs.toReversed();
    const place = holdOut(starts, 'load')!;
    const tested = starts.filter((ms) => place(ms).part === 'test').map((ms) => ms + place(ms).shiftMs);
    const spanS = (Math.max(...tested) - Math.min(...tested)) / 1_000;
    expect(Math.abs(tested.length / spanS - 10)).toBeLessThan(0.5);
  });

  it('divides nothing that is too short', () => {
    expect(holdOut([], 'time')).toBeUndefined();
    expect(holdOut([0, 10_000], 'time')).toBeUndefined();
  });
});
