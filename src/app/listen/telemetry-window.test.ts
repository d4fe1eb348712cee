import { describe, expect, it } from '@jest/globals';
import type { MetricPoint } from '../../../connectors/otlp/index.ts';
import type { Coverage } from '../../kernel/index.ts';
import { madeTrace, madeTraceStartMs } from '../../../testing/made-trace.ts';
import { TelemetryWindow } from './telemetry-window.ts';

const minuteMs = 60_000;

const point: MetricPoint = {
  name: 'process.cpu.utilization',
  unit: '1',
  kind: 'gauge',
  temporality: 'unspecified',
  isMonotonic: false,
  startMs: undefined,
  atMs: madeTraceStartMs,
  value: 0.5,
  distribution: undefined,
  seriesId: 'a',
  attributes: new Map(),
  resource: new Map([['service.name', 'a']]),
};

const requestAt = (atMs: number) => madeTrace(`t${atMs}`, [{ id: 'a1', service: 'a', at: [atMs, atMs + 10] }]);

const gap = { what: 'exports of logs, which are not read', place: '/v1/logs', count: 2 };

describe('TelemetryWindow', () => {
  it('says of each window what was received in it, of spans and of metrics apart, and nothing twice', () => {
    let received: Coverage = { read: {}, notUnderstood: [] };
    const window = new TelemetryWindow(() => received);
    window.addSpans(requestAt(0));
    window.addMetrics([point]);
    received = { read: { spans: 1, 'metric points': 1 }, notUnderstood: [gap] };
    // The trace may still go on.
    expect(window.rotate()).toMatchObject([
      { collector: 'metrics', coverage: { read: { 'metric points': 1 }, notUnderstood: [gap] } },
    ]);

    window.addSpans(requestAt(10 * minuteMs));
    received = { read: { spans: 2, 'metric points': 1 }, notUnderstood: [gap] };
    expect(window.finish()).toMatchObject([
      { collector: 'traces', coverage: { read: { spans: 2, traces: 2 }, notUnderstood: [] } },
    ]);
  });

  it('tells what was not understood where no span came, too', () => {
    const window = new TelemetryWindow(() => ({ read: { 'metric points': 1 }, notUnderstood: [gap] }));
    window.addMetrics([point]);
    expect(window.finish()).toMatchObject([{ collector: 'metrics', coverage: { notUnderstood: [gap] } }]);
  });
});
