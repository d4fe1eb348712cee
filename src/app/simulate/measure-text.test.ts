import { describe, expect, it } from '@jest/globals';
import { amountText, bytesText, latencyText, shareText } from './measure-text.ts';

describe('texts of measures', () => {
  it('give times the digits that matter', () => {
    expect([0, 0.034, 5.678, 9.996, 25.34, 99.96, 250, 1_234, 90_000].map(latencyText)).toEqual([
      '0.00 ms',
      '0.03 ms',
      '5.68 ms',
      '10.0 ms',
      '25.3 ms',
      '100 ms',
      '250 ms',
      '1.2 s',
      '1 min 30 s',
    ]);
  });

  it('never round a share that is there to none', () => {
    expect([0, 0.000_01, 0.001_25, 0.052, 0.63, 1, 1.5].map(shareText)).toEqual([
      '0 %',
      '< 0.01 %',
      '0.13 %',
      '5.2 %',
      '63 %',
      '100 %',
      '150 %',
    ]);
  });

  it('write amounts and sizes', () => {
    expect([0, 0.428, 12.53, 1_203.7].map(amountText)).toEqual(['0', '0.43', '12.5', '1,204']);
    expect([0, 900, 2_048, 536_870_912].map(bytesText)).toEqual(['0 B', '900 B', '2 KiB', '512 MiB']);
  });

  it('say of what was not measured that it was not', () => {
    expect([latencyText(null), shareText(null), amountText(null), bytesText(null)]).toEqual(['–', '–', '–', '–']);
  });
});
