import { describe, expect, it } from '@jest/globals';
import { comparedWindows } from './compared-windows.ts';

const windowMs = 300_000;
const deviation = 2;

/** Five windows, the first of which begins `beforeMs` before the recorded time. */
const found = (values: readonly (number | undefined)[], beforeMs: number) => {
  const sinceMs = 1_000_000_000;
  return comparedWindows({
    startsMs: values.map((_, at) => sinceMs - beforeMs + at * windowMs),
    windowMs,
    values,
    usual: 20,
    varianceOf: () => deviation ** 2,
    sinceMs,
  });
};

describe('comparedWindows', () => {
  it('takes the windows that the change covers', () => {
    expect(found([20, 21, 120, 118, 19], 590_000)).toEqual({ windows: [2, 3], by: 'own-series' });
  });

  it('leaves out those in which it begins or ends', () => {
    expect(found([20, 55, 120, 85, 20], 480_000)).toEqual({ windows: [2], by: 'own-series' });
  });

  it('leaves out those from before the recorded time, whatever they show', () => {
    expect(found([20, 119, 120, 121, 20], 480_000)).toEqual({ windows: [2, 3], by: 'own-series' });
  });

  it('finds a begin after the recorded time', () => {
    expect(found([20, 20, 60, 120, 119], 590_000)).toEqual({ windows: [3, 4], by: 'own-series' });
  });

  it('takes falling values for a change as well', () => {
    expect(found([20, 20, 2, 3, 20], 590_000)).toEqual({ windows: [2, 3], by: 'own-series' });
  });

  it('falls back to the recorded time where the component shows nothing', () => {
    expect(found([20, 21, 20, 19, 20], 590_000)).toEqual({ windows: [2], by: 'recorded-time' });
    expect(found([undefined, undefined, undefined, undefined], 590_000)).toEqual({
      windows: [2],
      by: 'recorded-time',
    });
  });

  it('finds none where all windows are from before', () => {
    expect(found([20, 21, 20], 1_500_000).windows).toEqual([]);
  });
});
