import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { CoverageCount, RegisteredError } from '../../src/kernel/index.ts';
import { itWhere } from '../../testing/it-where.ts';
import { sharedData } from '../../testing/shared-data.ts';
import { decodeMetricsJson, decodeMetricsProto } from './decode-metrics.ts';
import { messageType } from './definitions.ts';

const time = { startTimeUnixNano: '1544712660000000000', timeUnixNano: '1544712670250000000' };

const metrics = [
  {
    name: 'process.memory.usage',
    unit: 'By',
    gauge: {
      dataPoints: [
        { ...time, asInt: '12345678901' },
        { ...time, asDouble: 0.5 },
      ],
    },
  },
  {
    name: 'requests',
    unit: '{request}',
    sum: {
      aggregationTemporality: 2,
      isMonotonic: true,
      dataPoints: [
        {
          ...time,
          asInt: '7',
          attributes: [
            { key: 'http.route', value: { stringValue: '/cart' } },
            { key: 'unread', value: { stringValue: 'x' } },
          ],
        },
      ],
    },
  },
  {
    name: 'http.server.request.duration',
    unit: 's',
    histogram: {
      aggregationTemporality: 1,
      dataPoints: [
        { ...time, count: '6', sum: 1.25, min: 0.01, max: 2, bucketCounts: ['1', '3', '2'], explicitBounds: [0.1, 1] },
        { ...time, count: '6', sum: 1.25 },
      ],
    },
  },
  {
    name: 'delays',
    unit: 'ms',
    exponentialHistogram: {
      aggregationTemporality: 2,
      dataPoints: [
        {
          ...time,
          count: '9',
          scale: 0,
          zeroCount: '2',
          positive: { offset: 1, bucketCounts: ['3', '1'] },
          negative: { offset: 0, bucketCounts: ['1', '2'] },
        },
      ],
    },
  },
  {
    name: 'old',
    unit: 'ms',
    summary: { dataPoints: [{ ...time, count: '3', sum: 6, quantileValues: [{ quantile: 0.5, value: 2 }] }] },
  },
];

const exportOf = (list: readonly unknown[]) => ({
  resourceMetrics: [
    {
      resource: { attributes: [{ key: 'service.name', value: { stringValue: 'cart' } }] },
      scopeMetrics: [{ metrics: list }],
    },
  ],
});

function decode(body: unknown) {
  const coverage = new CoverageCount();
  return { ...decodeMetricsJson(body, 'test', coverage), coverage: coverage.coverage };
}

const metricsData = messageType('metrics', 'MetricsData');
const decodeBinary = (list: readonly unknown[]) =>
  decodeMetricsProto(metricsData.encode(metricsData.fromObject(exportOf(list))).finish(), 'test', new CoverageCount());

describe('decodeMetricsJson', () => {
  it('reads every kind of point', () => {
    const { points, refusedPoints } = decode(exportOf(metrics));
    expect(refusedPoints).toBe(0);
    expect(points).toMatchObject([
      { name: 'process.memory.usage', unit: 'By', kind: 'gauge', value: 12_345_678_901, atMs: 1_544_712_670_250 },
      { name: 'process.memory.usage', value: 0.5, startMs: 1_544_712_660_000 },
      { name: 'requests', kind: 'sum', temporality: 'cumulative', isMonotonic: true, value: 7 },
      {
        kind: 'histogram',
        temporality: 'delta',
        distribution: { count: 6, sum: 1.25, min: 0.01, max: 2, buckets: { bounds: [0.1, 1], counts: [1, 3, 2] } },
      },
      { distribution: { count: 6, buckets: undefined } },
      {
        kind: 'exponential-histogram',
        distribution: { buckets: { bounds: [-4, -2, -1, 2, 4, 8], counts: [0, 2, 1, 2, 3, 1, 0] } },
      },
      { kind: 'summary', distribution: { count: 3, sum: 6, quantiles: [{ quantile: 0.5, value: 2 }] } },
    ]);
    expect([...points[2]!.attributes]).toEqual([['http.route', '/cart']]);
    expect(points[2]?.resource.get('service.name')).toBe('cart');
  });

  it('passes over points that their sender says have no value', () => {
    const { points, refusedPoints } = decode(exportOf([{ name: 'a', gauge: { dataPoints: [{ ...time, flags: 1 }] } }]));
    expect([points, refusedPoints]).toEqual([[], 0]);
  });

  it.each([
    ['no time', { gauge: { dataPoints: [{ asInt: '1' }] } }],
    ['no value', { gauge: { dataPoints: [time] } }],
    ['a value that is not finite', { gauge: { dataPoints: [{ ...time, asDouble: 'NaN' }] } }],
    ['counts that fit no bounds', { histogram: { dataPoints: [{ ...time, bucketCounts: [1], explicitBounds: [1] }] } }],
    ['bounds that fall', { histogram: { dataPoints: [{ ...time, bucketCounts: [1, 1, 1], explicitBounds: [2, 1] }] } }],
    [
      'bounds beyond every number',
      { exponentialHistogram: { dataPoints: [{ ...time, scale: -20, positive: { offset: 9, bucketCounts: [1] } }] } },
    ],
    ['a time beyond 64 bits', { gauge: { dataPoints: [{ asInt: '1', timeUnixNano: 1e300 }] } }],
    ['a count below zero', { histogram: { dataPoints: [{ ...time, count: '-1' }] } }],
    [
      'a bucket that holds less than nothing',
      { histogram: { dataPoints: [{ ...time, bucketCounts: [1, '-1'], explicitBounds: [1] }] } },
    ],
    [
      'a zero bucket that holds less than nothing',
      { exponentialHistogram: { dataPoints: [{ ...time, scale: 0, zeroCount: -1 }] } },
    ],
    ['a quantile beyond one', { summary: { dataPoints: [{ ...time, quantileValues: [{ quantile: 2, value: 1 }] }] } }],
    ['an unknown kind', { surprise: {} }],
    ['points that are no list', { sum: { dataPoints: 7 } }],
  ])('leaves out a metric with %s, says where, and takes the others', (_what, data) => {
    const { points, refusedPoints, coverage } = decode(exportOf([{ name: 'bad', ...data }, metrics[1]]));
    expect([points.length, refusedPoints]).toEqual([1, 1]);
    expect(coverage.notUnderstood[0]?.place).toContain('test resourceMetrics[0].scopeMetrics[0].metrics[0]');
  });

  it('refuses what is no export', () => {
    expect(() => decode([])).toThrow(/telemetry at test.*found a list; accepted: /);
    expect(() => decode({ resourceMetrics: 7 })).toThrow(/resourceMetrics that are no list/);
  });

  it('gives the same of the binary form', () => {
    expect(decodeBinary(metrics).points).toEqual(decode(exportOf(metrics)).points);
    expect(() => decodeMetricsProto(Buffer.from('no protobuf'), 'test', new CoverageCount())).toThrow(RegisteredError);
  });

  it('gives finite numbers or a registered error, whatever the bytes', () => {
    const whole = metricsData.encode(metricsData.fromObject(exportOf(metrics))).finish();
    const edits = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.integer({ min: 0, max: 255 })), { maxLength: 6 });
    fc.assert(
      fc.property(edits, (changes) => {
        const bytes = Uint8Array.from(whole);
        for (const [at, byte] of changes) bytes[at] = byte;
        try {
          for (const { value, distribution } of decodeMetricsProto(bytes, 'test', new CoverageCount()).points) {
            const { bounds = [], counts = [] } = distribution?.buckets ?? {};
            expect([value ?? 0, ...bounds, ...counts].every(Number.isFinite)).toBe(true);
          }
        } catch (thrown) {
          expect(thrown).toBeInstanceOf(RegisteredError);
        }
      }),
      { numRuns: 1_000 },
    );
  });

  itWhere(sharedData !== undefined, 'no shared data')('reads the examples of the protocol itself', () => {
    const body: unknown = JSON.parse(readFileSync(`${sharedData}/otlp-proto-examples/metrics.json`, 'utf8'));
    const { points, refusedPoints } = decode(body);
    expect(refusedPoints).toBe(0);
    expect(points.map(({ kind }) => kind)).toEqual(['sum', 'gauge', 'histogram', 'exponential-histogram']);
  });
});
