import { describe, expect, it } from '@jest/globals';
import type { Text } from '../../src/app/index.ts';
import type { LiveSignal } from '../../src/estate/index.ts';
import type { LoadReport, Objective, ServiceStatus } from '../estates/index.ts';
import { liveView, standingsOf, standingsTable } from './live-view.ts';

const objective: Objective = {
  operation: 'checkout',
  method: 'POST',
  route: '/checkout',
  availability: { ratio: 0.99 },
  latency: { quantile: 0.95, thresholdMs: 800 },
  window: 300_000,
};

function loadWith(errorRatio: number, p95: number | undefined, requests = 100): LoadReport {
  const latencyMs = p95 === undefined ? {} : { p50: 100, p95 };
  return {
    asked: { ratePerSecond: 10 },
    achieved: {
      windowSeconds: 10,
      requestsPerSecond: 10,
      abandonedJourneys: 0,
      refusedRequests: 0,
      schedulingErrorMs: {},
      operations: [{ operation: 'checkout', requests, perSecond: 10, errorRatio, errors: {}, latencyMs }],
    },
    inFlight: 0,
  };
}

const status = (over: Partial<ServiceStatus>): ServiceStatus => ({
  service: 'cart',
  running: 1,
  wanted: 1,
  image: 'shop/cart:1',
  limits: { cpuCores: 0.5, memoryBytes: 1 },
  containers: [
    {
      name: 'shop-cart-1',
      id: '1',
      state: 'running',
      health: 'healthy',
      restarts: 0,
      startedAt: null,
      imageId: 'sha256:1',
      ports: [],
    },
  ],
  ...over,
});

/** The cells of the row of a service in the first table of a view. */
function rowOf(services: readonly ServiceStatus[], signal?: LiveSignal): readonly string[] {
  const signals = new Map(signal === undefined ? [] : [[signal.component, signal]]);
  const view = liveView({ shop: 's', url: undefined, elapsedMs: 0, services, signals, standings: [], note: undefined });
  const table = view.find((block) => block.kind === 'table');
  if (table?.kind !== 'table') throw new Error('there is no table');
  return (table.rows[0] ?? []).map((cell: Text) => (typeof cell === 'string' ? cell : cell.text));
}

describe('standingsOf', () => {
  it.each([
    ['within both bounds', 0.01, 800, true],
    ['too many errors', 0.011, 100, false],
    ['too slow', 0, 801, false],
    ['no good answer at all', 0, undefined, false],
  ])('%s', (_what, errorRatio, p95, met) => {
    expect(standingsOf([objective], loadWith(errorRatio, p95))).toMatchObject([{ operation: 'checkout', met }]);
  });

  it('judges the quantile that the objective names', () => {
    const median = { ...objective, latency: { quantile: 0.5, thresholdMs: 800 } } as const;
    expect(standingsOf([median], loadWith(0, 900))).toMatchObject([{ quantile: 0.5, latencyMs: 100, met: true }]);
  });

  it('passes no verdict on fewer than 20 requests', () => {
    expect(standingsOf([objective], loadWith(1, 900, 19))).toMatchObject([{ met: null }]);
    expect(standingsOf([objective], loadWith(1, 900, 20))).toMatchObject([{ met: false }]);
    const table = standingsTable(standingsOf([objective], loadWith(1, 900, 19)));
    expect(table).toMatchObject({ columns: [{ heading: 'shoppers, last 10 s' }, {}, {}, {}, {}, {}, {}] });
    expect(table.kind === 'table' && table.rows[0]?.[1]).toEqual({ text: '-', tone: 'quiet' });
  });

  it('says nothing of an operation that nobody used, or while the generator is silent', () => {
    expect(standingsOf([objective], loadWith(0, 1, 0))).toEqual([]);
    expect(standingsOf([objective], undefined)).toEqual([]);
  });
});

describe('liveView', () => {
  it('shows a service by its own signals', () => {
    const signal = { component: 'cart', source: 'own', requestsPerSecond: 12.34, p95Ms: 7.06, errorRatio: 0, count: 9 };
    expect(rowOf([status({})], signal as LiveSignal)).toEqual(['cart', 'healthy', '12.3', '7.1 ms', '0.0 %', 'itself']);
  });

  it('shows what is missing, restarted or silent', () => {
    expect(rowOf([status({ running: 1, wanted: 2 })])).toEqual(['cart', 'healthy 1/2', '-', '-', '-', '-']);
    expect(rowOf([status({ running: 0, containers: [] })])[1]).toBe('missing 0/1');
    const [container] = status({}).containers;
    expect(rowOf([status({ containers: [{ ...container!, restarts: 2 }] })])[1]).toBe('healthy, 2 restarts');
  });
});
