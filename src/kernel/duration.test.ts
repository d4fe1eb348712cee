import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { formatDuration, parseDurationMs } from './duration.ts';

describe('parseDurationMs', () => {
  it.each([
    ['250ms', 250],
    ['30s', 30_000],
    ['1m30s', 90_000],
    ['1.5h', 5_400_000],
    ['2d', 172_800_000],
    ['106751d', 106_751 * 86_400_000],
  ])('reads %s', (text, durationMs) => {
    expect(parseDurationMs(text)).toBe(durationMs);
  });

  it.each(['', '30', 's', '-1s', '1 s', '1m30', '1e3s', '30S', '106752d', `${'9'.repeat(400)}ms`])(
    'refuses %j',
    (text) => {
      expect(parseDurationMs(text)).toBeUndefined();
    },
  );

  it('reads any whole number of seconds', () => {
    fc.assert(
      fc.property(fc.nat(1_000_000), (seconds) => {
        expect(parseDurationMs(`${seconds}s`)).toBe(seconds * 1_000);
      }),
    );
  });
});

describe('formatDuration', () => {
  it.each([
    [0, '0 ms'],
    [820.4, '820 ms'],
    [4_234, '4.2 s'],
    [200_000, '3 min 20 s'],
    [3_600_000, '1 h 0 min'],
    [59_999, '1 min 0 s'],
    [999.9, '1.0 s'],
    [47.99 * 3_600_000, '47 h 59 min'],
    [48 * 3_600_000, '2 d'],
    [53.5 * 3_600_000, '2 d 5 h'],
    [62_274.6 * 3_600_000, '2,594 d'],
  ])('writes %d ms as %s', (durationMs, text) => {
    expect(formatDuration(durationMs)).toBe(text);
  });
});
