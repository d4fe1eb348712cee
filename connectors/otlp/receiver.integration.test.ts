import { execFile } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { credentials, makeGenericClientConstructor, Metadata, status } from '@grpc/grpc-js';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { SpanKind, SpanStatusCode } from '@opentelemetry/api';
import { OTLPMetricExporter as GrpcMetrics } from '@opentelemetry/exporter-metrics-otlp-grpc';
import { OTLPMetricExporter as JsonMetrics } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPMetricExporter as ProtoMetrics } from '@opentelemetry/exporter-metrics-otlp-proto';
import { OTLPTraceExporter as GrpcTraces } from '@opentelemetry/exporter-trace-otlp-grpc';
import { OTLPTraceExporter as JsonTraces } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtoTraces } from '@opentelemetry/exporter-trace-otlp-proto';
import { CompressionAlgorithm } from '@opentelemetry/otlp-exporter-base';
import { metrics, resources, tracing } from '@opentelemetry/sdk-node';
import { silentLog as log } from '../../testing/silent-log.ts';
import type { Span } from '../spans/index.ts';
import { messageType } from './definitions.ts';
import type { MetricPoint } from './metric-point.ts';
import { startOtlpReceiver } from './receiver.ts';
import type { OtlpReceiver, OtlpReceiverOptions } from './receiver.ts';

const host = '127.0.0.1';
const execute = promisify(execFile);

const span = {
  traceId: '5b8efff798038103d269b633813fc60c',
  spanId: 'eee19b7ec3c1b174',
  name: 'GET',
  kind: 3,
  startTimeUnixNano: '1000000',
  endTimeUnixNano: '3000000',
};

const exportOf = (...spans: object[]) => JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans }] }] });
const body = exportOf(span);

let receiver: OtlpReceiver;
let spans: Span[];
let points: MetricPoint[];

const start = async (options: Partial<OtlpReceiverOptions> = {}) => {
  receiver = await startOtlpReceiver({
    host,
    port: 0,
    grpcPort: 0,
    log,
    onSpans: (received) => void spans.push(...received),
    onMetrics: (received) => void points.push(...received),
    ...options,
  });
};

const post = (path: string, content: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
  fetch(`http://${host}:${receiver.port}${path}`, {
    method: 'POST',
    body: content,
    headers: { 'content-type': 'application/json', ...headers },
  });

const callService = (path: string, request: Buffer) =>
  new Promise<{ code: number; metadata: Metadata; response: Buffer | undefined }>((resolve) => {
    const asItIs = (bytes: Buffer) => bytes;
    const Client = makeGenericClientConstructor(
      {
        export: {
          path,
          requestStream: false,
          responseStream: false,
          requestSerialize: asItIs,
          requestDeserialize: asItIs,
          responseSerialize: asItIs,
          responseDeserialize: asItIs,
        },
      },
      'Service',
    );
    const client = new Client(`${host}:${receiver.grpcPort}`, credentials.createInsecure());
    const call = client['export'] as unknown as (
      this: unknown,
      request: Buffer,
      done: (failure: { code: number; metadata: Metadata } | null, response?: Buffer) => void,
    ) => void;
    call.call(client, request, (failure, response) => {
      client.close();
      resolve({ code: failure?.code ?? 0, metadata: failure?.metadata ?? new Metadata(), response });
    });
  });
const tracesPath = '/opentelemetry.proto.collector.trace.v1.TraceService/Export';

beforeEach(async () => {
  spans = [];
  points = [];
  await start();
});

afterEach(() => receiver.close());

describe('startOtlpReceiver', () => {
  const url = (path: string) => `http://${host}:${receiver.port}/v1/${path}`;
  const grpcUrl = () => `http://${host}:${receiver.grpcPort}`;

  const traceExporters = [
    ['protobuf', () => new ProtoTraces({ url: url('traces') })],
    ['protobuf in gzip', () => new ProtoTraces({ url: url('traces'), compression: CompressionAlgorithm.GZIP })],
    ['JSON', () => new JsonTraces({ url: url('traces') })],
    ['gRPC', () => new GrpcTraces({ url: grpcUrl() })],
    ['gRPC in gzip', () => new GrpcTraces({ url: grpcUrl(), compression: CompressionAlgorithm.GZIP })],
  ] as const;

  it.each(traceExporters)('takes traces of the OpenTelemetry SDK over %s', async (_how, exporterOf) => {
    const provider = new tracing.BasicTracerProvider({
      resource: resources.resourceFromAttributes({ 'service.name': 'cart', 'process.pid': 7 }),
      spanProcessors: [new tracing.SimpleSpanProcessor(exporterOf())],
    });
    const made = provider.getTracer('test').startSpan('GET /cart', {
      kind: SpanKind.CLIENT,
      startTime: [1_700_000_000, 250_000],
      attributes: { 'server.address': 'redis', 'server.port': 6379, 'not.read': 'x' },
      links: [{ context: { traceId: span.traceId, spanId: span.spanId, traceFlags: 1 } }],
    });
    made.setStatus({ code: SpanStatusCode.ERROR, message: 'no' });
    made.end([1_700_000_000, 1_500_123]);
    await provider.shutdown();
    const { traceId, spanId } = made.spanContext();
    expect(spans).toEqual([
      {
        traceId,
        spanId,
        parentSpanId: undefined,
        name: 'GET /cart',
        kind: 'client',
        startMs: 1_700_000_000_000.25,
        durationMs: 1.250_123,
        isError: true,
        isShared: false,
        traceState: undefined,
        links: [{ traceId: span.traceId, spanId: span.spanId }],
        attributes: new Map<string, unknown>([
          ['server.address', 'redis'],
          ['server.port', 6379],
        ]),
        resource: new Map<string, unknown>([
          ['service.name', 'cart'],
          ['process.pid', 7],
        ]),
      },
    ]);
    expect(receiver.coverage()).toEqual({ read: { spans: 1 }, notUnderstood: [] });
  });

  const metricExporters = [
    ['protobuf', () => new ProtoMetrics({ url: url('metrics') })],
    ['JSON', () => new JsonMetrics({ url: url('metrics') })],
    ['gRPC', () => new GrpcMetrics({ url: grpcUrl() })],
  ] as const;

  it.each(metricExporters)('takes metrics of the OpenTelemetry SDK over %s', async (_how, exporterOf) => {
    const reader = new metrics.PeriodicExportingMetricReader({
      exporter: exporterOf(),
      exportIntervalMillis: 3_600_000,
    });
    const provider = new metrics.MeterProvider({
      resource: resources.resourceFromAttributes({ 'service.name': 'cart' }),
      readers: [reader],
      views: [
        {
          instrumentName: 'delays',
          aggregation: { type: metrics.AggregationType.EXPONENTIAL_HISTOGRAM, options: { maxSize: 20 } },
        },
      ],
    });
    const meter = provider.getMeter('test');
    meter.createCounter('requests', { unit: '{request}' }).add(3, { 'http.route': '/cart', 'not.read': 'x' });
    meter.createObservableGauge('load').addCallback((result) => result.observe(0.5));
    for (const ms of [3, 30, 300]) {
      meter.createHistogram('durations', { unit: 'ms' }).record(ms);
      meter.createHistogram('delays', { unit: 'ms' }).record(ms);
    }
    await provider.forceFlush();
    await provider.shutdown();
    const byName = new Map(points.map((point) => [point.name, point]));
    expect(byName.get('requests')).toMatchObject({
      kind: 'sum',
      value: 3,
      isMonotonic: true,
      temporality: 'cumulative',
    });
    expect([...byName.get('requests')!.attributes]).toEqual([['http.route', '/cart']]);
    expect(byName.get('load')).toMatchObject({ kind: 'gauge', value: 0.5 });
    for (const [name, kind] of [
      ['durations', 'histogram'],
      ['delays', 'exponential-histogram'],
    ] as const) {
      const { distribution, ...point } = byName.get(name)!;
      expect(point).toMatchObject({ kind, unit: 'ms' });
      expect(distribution).toMatchObject({ count: 3, sum: 333, min: 3, max: 300 });
      const { bounds, counts } = distribution!.buckets!;
      expect(counts.length).toBe(bounds.length + 1);
      // Each of the three is counted in the one bucket whose bounds enclose it.
      for (const ms of [3, 30, 300]) {
        const at = bounds.findIndex((bound) => ms <= bound);
        expect(counts[at]).toBeGreaterThan(0);
      }
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(3);
    }
  });

  it('takes plain and gzipped JSON', async () => {
    expect((await post('/v1/traces', body)).status).toBe(200);
    const packed = new Uint8Array(gzipSync(body));
    expect((await post('/v1/traces', packed, { 'content-encoding': 'gzip' })).status).toBe(200);
    expect(spans.map(({ durationMs }) => durationMs)).toEqual([2, 2]);
  });

  it('acknowledges logs, and metrics that nobody asked for, and counts them', async () => {
    await receiver.close();
    await start({ onMetrics: undefined });
    expect((await post('/v1/metrics', '{"resourceMetrics":[]}')).status).toBe(200);
    expect((await post('/v1/logs', '{"resourceLogs":[]}')).status).toBe(200);
    expect(receiver.coverage().notUnderstood).toEqual([
      { what: 'exports of metrics, which are not read', place: '/v1/metrics', count: 1 },
      { what: 'exports of logs, which are not read', place: '/v1/logs', count: 1 },
    ]);
  });

  it('takes the good spans of an export, and says which were not', async () => {
    const answer = await post('/v1/traces', exportOf(span, { ...span, traceId: 'none' }));
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({
      partialSuccess: {
        rejectedSpans: '1',
        errorMessage: '1 spans without a valid trace id, first at /v1/traces resourceSpans[0].scopeSpans[0].spans[1]',
      },
    });
    expect(spans).toHaveLength(1);
    const traces = messageType('traces', 'TracesData');
    const request = Buffer.from(
      traces
        .encode(traces.fromObject({ resourceSpans: [{ scopeSpans: [{ spans: [Buffer.from([0x0a, 1, 1])] }] }] }))
        .finish(),
    );
    const { response } = await callService(tracesPath, request);
    expect(messageType('traces', 'ExportTraceServiceResponse').decode(response!).toJSON()).toMatchObject({
      partialSuccess: { rejectedSpans: '1' },
    });
  });

  it('refuses what it cannot read, and goes on', async () => {
    const bomb = new Uint8Array(gzipSync(Buffer.alloc(64 * 1024 * 1024, 0x20)));
    const protobuf = { 'content-type': 'application/x-protobuf' };
    const refused = [
      await post('/v1/traces', '{'),
      await post('/v1/traces', '{"resourceSpans":7}'),
      await post('/v1/traces', new Uint8Array([1, 2, 3]), { 'content-encoding': 'gzip' }),
      await post('/v1/traces', bomb, { 'content-encoding': 'gzip' }),
      await post('/v1/traces', body, { 'content-encoding': 'br' }),
      await post('/v1/traces', 'x', { 'content-type': 'text/plain' }),
      await post('/v1/metrics', '[]'),
    ];
    for (const response of refused) {
      expect([400, 413, 415]).toContain(response.status);
      expect((await response.json()) as object).toHaveProperty('message');
    }
    const binary = await post('/v1/traces', new Uint8Array([10, 200]), protobuf);
    expect([binary.status, binary.headers.get('content-type')]).toEqual([400, 'application/x-protobuf']);
    const answer = messageType('answers', 'Status')
      .decode(new Uint8Array(await binary.arrayBuffer()))
      .toJSON();
    expect(answer['message']).toMatch(/no OTLP trace export in protobuf/);
    expect((await callService(tracesPath, Buffer.from([10, 200]))).code).toBe(status.INVALID_ARGUMENT);
    expect((await callService(tracesPath, Buffer.alloc(5 * 1024 * 1024))).code).toBe(status.RESOURCE_EXHAUSTED);
    expect(spans).toEqual([]);
    expect((await post('/v1/traces', body)).status).toBe(200);
    expect(spans).toHaveLength(1);
  });

  it('answers a failure of its own as one, without its words', async () => {
    await receiver.close();
    await start({ onSpans: () => Promise.reject(new Error('password is hunter2')) });
    const answer = await post('/v1/traces', body);
    expect(answer.status).toBe(500);
    expect(await answer.text()).not.toContain('hunter2');
  });

  it('says that a port is taken', async () => {
    const options = { host, log, onSpans: () => undefined };
    await expect(startOtlpReceiver({ ...options, port: receiver.port })).rejects.toMatchObject({ code: 'port-taken' });
    await expect(startOtlpReceiver({ ...options, port: 0, grpcPort: receiver.grpcPort })).rejects.toMatchObject({
      code: 'port-taken',
    });
  });

  it('says that an address is not its own', async () => {
    await expect(
      startOtlpReceiver({ host: '192.0.2.1', port: 0, log, onSpans: () => undefined }),
    ).rejects.toMatchObject({ code: 'address-unavailable' });
  });
});

describe('back-pressure', () => {
  it('tells senders to come again while as much is in work as may be, and takes them afterwards', async () => {
    await receiver.close();
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await start({ workBytes: 40_000, onSpans: () => held });
    const padded = `${body.slice(0, -1)},"padding":"${'x'.repeat(35_000)}"}`;
    const first = post('/v1/traces', padded);
    await expect(
      (async () => {
        while ((await post('/v1/traces', padded)).status !== 429);
      })(),
    ).resolves.toBeUndefined();
    const refused = await post('/v1/traces', padded);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
    const { code, metadata } = await callService(tracesPath, Buffer.alloc(0));
    expect(code).toBe(status.UNAVAILABLE);
    const [details] = metadata.get('grpc-status-details-bin') as Buffer[];
    expect(messageType('answers', 'Status').decode(details!).toJSON()).toMatchObject({
      details: [{ typeUrl: 'type.googleapis.com/google.rpc.RetryInfo' }],
    });
    release();
    expect((await first).status).toBe(200);
    expect((await post('/v1/traces', padded)).status).toBe(200);
    expect((await callService(tracesPath, Buffer.alloc(0))).code).toBe(0);
  });

  it('keeps its memory bounded under a flood that nobody can keep up with', async () => {
    await receiver.close();
    const workBytes = 32 * 1024 * 1024;
    let isSlow = true;
    const onSpans = async () => {
      while (isSlow) await delay(20);
    };
    await start({ workBytes, onSpans });
    const beforeBytes = process.memoryUsage().rss;
    let mostBytes = 0;
    const watch = setInterval(() => {
      mostBytes = Math.max(mostBytes, process.memoryUsage().rss);
    }, 5);
    // 200 requests that unpack to 4 MiB each, and 100 calls of 3 MiB, at a time: 1.1 GiB where nothing bounded it.
    const flood = fileURLToPath(new URL('../../testing/otlp-flood.mjs', import.meta.url));
    const running = execute(process.execPath, [flood, String(receiver.port), String(receiver.grpcPort)]);
    await delay(1_500);
    isSlow = false;
    const counts = JSON.parse((await running).stdout) as Record<string, number>;
    clearInterval(watch);
    expect(counts['HTTP 429']).toBeGreaterThan(100);
    expect(counts['HTTP 200']).toBeGreaterThan(0);
    expect(counts[`gRPC ${status.UNAVAILABLE}`]).toBeGreaterThan(0);
    // A body is there as bytes, as text and parsed for a moment.
    expect(mostBytes - beforeBytes).toBeLessThan(12 * workBytes);
    // Nothing of the budget is lost: all of it can be taken again.
    const all = `${body.slice(0, -1)},"padding":"${'x'.repeat(15 * 1024 * 1024)}"}`;
    expect(
      (await Promise.all([post('/v1/traces', all), post('/v1/traces', all)])).map((answer) => answer.status),
    ).toEqual([200, 200]);
  }, 60_000);
});
