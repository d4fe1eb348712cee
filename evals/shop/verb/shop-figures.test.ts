import { describe, expect, it } from '@jest/globals';
import type { ShopResult } from './shop-result.ts';
import { caseRows, driftText, movedText, scoreCells } from './index.ts';

type Figure = ShopResult['cases'][number]['figures'][number];

const figure = (before: number, measured: number, best: number | null): Figure => ({
  operation: 'web/GET /',
  quantile: 'p50',
  before,
  measured,
  predicted: best === null ? null : { best, low: best - 10, high: best + 10 },
});

const operation = (p50Ms: number, p95Ms: number): ShopResult['unchanged'][number] => ({
  operation: 'web/GET /',
  requests: 500,
  p50Ms,
  p95Ms,
  errorRatio: 0,
});

const resultOf = (...figures: readonly Figure[]): ShopResult => ({
  estate: 'shop',
  snapshot: '',
  runs: 10,
  seed: 1,
  measuredMs: 90_000,
  ratePerSecond: 25,
  rows: [],
  unchanged: [operation(100, 200)],
  unchangedAgain: [operation(90, 220), { ...operation(1, 1), operation: 'stock/read' }],
  cases: [
    {
      id: 'one',
      title: 'a change',
      verdict: 'warn',
      reason: '',
      missing: [],
      isInside: true,
      figures: [...figures],
      measured: [],
    },
  ],
  stoppedEarly: false,
});

describe('the figures of changes to the shop', () => {
  it('stand beside each other, with the error and whether the interval held', () => {
    const [each] = resultOf(figure(80, 100, 95), figure(80, 100, 120), figure(80, 100, null)).cases;
    expect(caseRows(each!).map((cells) => cells.slice(3))).toEqual([
      ['80.0', '100', '95.0 (85.0 to 105)', '-5 %', 'yes'],
      ['80.0', '100', '120 (110 to 130)', '+20 %', 'no'],
      ['80.0', '100', 'unknown', '', ''],
    ]);
  });

  it('are counted by load and quantile', () => {
    const row = { isInside: true, quantile: 'p95', figures: 8, medianError: 0.123, noChangeError: 0.4 } as const;
    expect(scoreCells({ ...row, covered: 6 })).toEqual([
      'within what was seen',
      'p95',
      '8',
      '12 %',
      '40 %',
      '6/8, 75 %',
    ]);
  });

  it('are told apart where a change moved them', () => {
    const moved = movedText(resultOf(figure(100, 200, 190), figure(100, 400, 300), figure(100, 101, 100)));
    expect(moved).toContain('Of these, 2 were measured a quarter or more away');
    expect(moved).toContain('the median error is 15 %, against 63 % of saying that nothing changes, and 1 lie');
    expect(movedText(resultOf(figure(100, 101, 100)))).toBeUndefined();
  });

  it('say how far the unchanged shop went by itself, of what was asked from outside', () => {
    const drift = driftText(resultOf(figure(100, 101, 100)));
    expect(drift).toContain('web/GET / p50 -10 %, p95 +10 %.');
    expect(drift).not.toContain('stock');
    expect(driftText({ ...resultOf(figure(1, 1, 1)), unchangedAgain: [] })).toBeUndefined();
  });
});
