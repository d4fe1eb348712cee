import { describe, expect, it } from '@jest/globals';
import { ratiosOf } from './measure-model.ts';

const run = (requestsPerSecond: number) => ({
  requests: 1_000,
  requestsPerSecond,
  processorRatio: 1,
  meanResponseMs: 4_300,
});

describe('ratiosOf', () => {
  it('compares within rounds: one that was slow for all changes nothing', () => {
    const runs = new Map([
      ['fast', [run(1_000), run(100), run(1_000)]],
      ['slow', [run(500), run(50), run(500)]],
    ]);
    expect(ratiosOf(runs)).toEqual([
      { of: 'fast', to: 'slow', ratio: { median: 2, lowest: 2, highest: 2 } },
      { of: 'slow', to: 'fast', ratio: { median: 0.5, lowest: 0.5, highest: 0.5 } },
    ]);
  });

  it('has nothing to compare where there is one engine', () => {
    expect(ratiosOf(new Map([['alone', [run(1)]]]))).toEqual([]);
  });
});
