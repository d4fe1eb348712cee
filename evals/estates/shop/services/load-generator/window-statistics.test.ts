import { describe, expect, it } from '@jest/globals';
import { createWindowStatistics, quantilesOf } from './window-statistics.ts';
import type { Sample } from './window-statistics.ts';

const sample = (endedMs: number, changes: Partial<Sample> = {}): Sample => ({
  endedMs,
  operation: 'get-cart',
  latencyMs: 10,
  lateMs: 0,
  outcome: 'ok',
  ...changes,
});

describe('quantiles', () => {
  it('are values that were seen, by nearest rank', () => {
    const values = Array.from({ length: 100 }, (_, index) => 100 - index);
    expect(quantilesOf(values)).toEqual({ p50: 50, p95: 95, p99: 99 });
    expect(quantilesOf([7])).toEqual({ p50: 7, p95: 7, p99: 7 });
  });

  it('are absent where there is nothing to rank', () => expect(quantilesOf([])).toEqual({}));
});

describe('the statistics of a window', () => {
  it('count only what ended within it', () => {
    const statistics = createWindowStatistics(60_000);
    for (const endedMs of [1_000, 9_000, 10_000, 11_000]) statistics.record(sample(endedMs));
    const cart = statistics.operations(11_000, 2_000).find(({ operation }) => operation === 'get-cart');
    expect(cart).toMatchObject({ requests: 2, perSecond: 1, errorRatio: 0 });
  });

  it('count a refusal as an answer, and a failure of the shop as an error', () => {
    const statistics = createWindowStatistics(60_000);
    for (const outcome of ['ok', 'client-error', 'server-error', 'timeout'] as const) {
      statistics.record(sample(1, { outcome, latencyMs: outcome === 'ok' ? 5 : 9_000 }));
    }
    const cart = statistics.operations(1, 1_000).find(({ operation }) => operation === 'get-cart');
    expect(cart).toMatchObject({
      requests: 4,
      errorRatio: 0.5,
      errors: { 'client-error': 1, 'server-error': 1, timeout: 1 },
      latencyMs: { p99: 5 },
    });
  });

  it('stay right when old requests are dropped', () => {
    const statistics = createWindowStatistics(1_000);
    for (let endedMs = 0; endedMs < 30_000; endedMs += 1) statistics.record(sample(endedMs));
    const cart = statistics.operations(29_999, 1_000).find(({ operation }) => operation === 'get-cart');
    expect(cart?.requests).toBe(1_000);
  });
});
