import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { MetricPoint } from '../../../connectors/otlp/index.ts';
import { MetricWindow } from './metric-window.ts';

const point = (over: Partial<MetricPoint>): MetricPoint => ({
  name: 'nodejs.eventloop.utilization',
  unit: '1',
  kind: 'gauge',
  temporality: 'unspecified',
  isMonotonic: false,
  startMs: undefined,
  atMs: 1_000,
  value: 0.5,
  distribution: undefined,
  seriesId: '',
  attributes: new Map(),
  resource: new Map([
    ['service.name', 'cart'],
    ['service.namespace', 'shop'],
  ]),
  ...over,
});

const total = (atMs: number, value: number, startMs = 0): MetricPoint =>
  point({ name: 'requests', kind: 'sum', isMonotonic: true, temporality: 'cumulative', startMs, atMs, value });

const histogram = (atMs: number, count: number, sum: number): MetricPoint =>
  point({
    name: 'duration',
    kind: 'histogram',
    temporality: 'cumulative',
    startMs: 0,
    atMs,
    value: undefined,
    distribution: { count, sum, min: undefined, max: undefined, buckets: undefined, quantiles: [] },
  });

describe('MetricWindow', () => {
  it('keeps the values of a gauge', () => {
    const window = new MetricWindow();
    window.add([point({ atMs: 1, value: 0.2 }), point({ atMs: 2, value: 0.4 })]);
    expect(window.rotate()).toMatchObject([
      {
        service: 'shop/cart',
        metric: 'nodejs.eventloop.utilization',
        statistic: 'value',
        points: [
          [1, 0.2],
          [2, 0.4],
        ],
      },
    ]);
  });

  it('gives of a running total how fast it rose, across windows and past a restart', () => {
    const window = new MetricWindow();
    window.add([total(0, 100), total(10_000, 150)]);
    expect(window.rotate()[0]?.points).toEqual([[10_000, 5]]);
    window.add([total(20_000, 250), total(30_000, 7, 25_000), total(40_000, 17, 25_000)]);
    expect(window.rotate()[0]?.points).toEqual([
      [20_000, 10],
      [40_000, 1],
    ]);
  });

  it('gives of a sum of differences the same', () => {
    const window = new MetricWindow();
    window.add([{ ...total(10_000, 30), temporality: 'delta', startMs: 0 }]);
    expect(window.rotate()[0]?.points).toEqual([[10_000, 3]]);
  });

  it('gives no rate of what fell, and none beyond every number', () => {
    const window = new MetricWindow();
    for (const value of [-30, 1e308]) window.add([{ ...total(10_000, value), temporality: 'delta', startMs: 9_999 }]);
    window.add([total(0, -1.7e308), total(1_000, 1.7e308)]);
    expect(window.rotate()).toEqual([]);
  });

  it('holds finite values only, and no rate below zero, whatever is sent', () => {
    const number = fc.double({ noNaN: true, noDefaultInfinity: true });
    const atMs = fc.oneof(fc.nat(5_000), fc.double({ min: 0, max: 1e14, noNaN: true }));
    const sent = fc
      .record({
        kind: fc.constantFrom('gauge', 'sum', 'histogram'),
        temporality: fc.constantFrom('unspecified', 'delta', 'cumulative'),
        isMonotonic: fc.boolean(),
        startMs: fc.option(atMs, { nil: undefined }),
        atMs,
        value: number,
        count: fc.nat(),
      })
      .map(({ kind, value, count, ...rest }) =>
        point(
          kind === 'histogram'
            ? { ...histogram(0, count, value), ...rest }
            : { ...rest, kind, value, name: `${kind} ${rest.isMonotonic}` },
        ),
      );
    fc.assert(
      fc.property(fc.array(sent, { maxLength: 20 }), (points) => {
        const window = new MetricWindow();
        window.add(points);
        for (const { statistic, points: kept } of window.rotate()) {
          expect(kept.flat().every(Number.isFinite)).toBe(true);
          if (statistic === 'per-second') expect(kept.every(([, value]) => value >= 0)).toBe(true);
        }
      }),
    );
  });

  it('gives of a histogram the mean of what was counted in between', () => {
    const window = new MetricWindow();
    window.add([histogram(0, 10, 100), histogram(10_000, 30, 500), histogram(20_000, 30, 500)]);
    expect(window.rotate()).toMatchObject([{ statistic: 'mean', points: [[10_000, 20]] }]);
  });

  it('keeps apart what attributes tell apart', () => {
    const window = new MetricWindow();
    window.add(['idle', 'used'].map((state) => point({ attributes: new Map([['state', state]]) })));
    expect(window.rotate().map(({ labels }) => labels)).toEqual([{ state: 'idle' }, { state: 'used' }]);
  });

  it('keeps apart the running totals that only an attribute tells apart which is not read', () => {
    const window = new MetricWindow();
    for (const [seriesId, rise] of [
      ['1.1', 10],
      ['2', 20],
    ] as const) {
      window.add([0, 1, 2].map((step) => ({ ...total(step * 1_000, 500 + step * rise), seriesId })));
    }
    expect(window.rotate().map(({ points }) => points.map(([, value]) => value))).toEqual([
      [10, 10],
      [20, 20],
    ]);
  });

  it('keeps no secret of a label, a service or an instance', () => {
    const window = new MetricWindow();
    const secret = 'hunter2';
    window.add([
      point({
        attributes: new Map([['state', `token=${secret}`]]),
        resource: new Map([
          ['service.name', `redis://:${secret}@cache:6379/0`],
          ['service.instance.id', `ada:${secret}@cache`],
        ]),
      }),
    ]);
    const summaries = window.rotate();
    expect(summaries).toHaveLength(1);
    expect(JSON.stringify(summaries)).not.toContain(secret);
  });

  it('stays bounded, in kinds and in points, and says what it dropped', () => {
    const window = new MetricWindow();
    for (let index = 0; index < 6_000; index += 1) window.add([point({ name: `made-up-${index}` })]);
    expect(window.dropped).toBe(1_000);
    expect(window.rotate()).toHaveLength(5_000);
    for (let index = 0; index < 10_000; index += 1) window.add([point({ name: 'made-up-0', atMs: index })]);
    const [series] = window.rotate();
    expect(series?.points.length).toBeLessThanOrEqual(720);
    expect(series?.points.at(-1)?.[0]).toBeGreaterThan(9_900);
  });

  it('passes over what names no service, and values that are no number', () => {
    const window = new MetricWindow();
    window.add([point({ resource: new Map() }), point({ value: NaN })]);
    expect(window.dropped).toBe(1);
    expect(window.rotate()).toEqual([]);
  });

  it('forgets a series that a whole window did not see', () => {
    const window = new MetricWindow();
    window.add([total(0, 1), total(1_000, 2)]);
    window.rotate();
    window.rotate();
    window.add([total(5_000, 10)]);
    expect(window.rotate()).toEqual([]);
  });
});
