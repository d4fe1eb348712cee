import { describe, expect, it } from '@jest/globals';
import { durationMsOfSeconds, prometheusDurationMs } from './prometheus-duration.ts';

describe('prometheusDurationMs', () => {
  it.each([
    ['0', 0],
    ['15s', 15_000],
    ['1h30m', 5_400_000],
    ['250ms', 250],
    ['292y', 292 * 3.1536e10],
    ['293y', undefined],
    ['999999999999y', undefined],
    ['15', undefined],
    ['-15s', undefined],
    ['', undefined],
  ])('reads %p as %p', (text, durationMs) => {
    expect(prometheusDurationMs(text)).toBe(durationMs);
  });
});

describe('durationMsOfSeconds', () => {
  it.each([
    [0, 0],
    [0.25, 250],
    [300, 300_000],
    [-1, undefined],
    [-1.797693134862316e305, undefined],
    [1e10, undefined],
    [NaN, undefined],
    ['300', undefined],
    [null, undefined],
  ])('reads %p as %p', (seconds, durationMs) => {
    expect(durationMsOfSeconds(seconds)).toBe(durationMs);
  });
});
