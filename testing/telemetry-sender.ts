/**
 * A service of tests that sends what the OpenTelemetry SDK sends, in a process of its own: requests to `cart`, which asks
 * `redis`, and the metrics of them. Arguments: the protocol (`http/protobuf`, `http/json`, `grpc`), the address, how many
 * requests, and the name of the service.
 */
import { metrics as api, SpanKind, trace } from '@opentelemetry/api';
import { OTLPMetricExporter as GrpcMetrics } from '@opentelemetry/exporter-metrics-otlp-grpc';
import { OTLPMetricExporter as JsonMetrics } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPMetricExporter as ProtoMetrics } from '@opentelemetry/exporter-metrics-otlp-proto';
import { OTLPTraceExporter as GrpcTraces } from '@opentelemetry/exporter-trace-otlp-grpc';
import { OTLPTraceExporter as JsonTraces } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtoTraces } from '@opentelemetry/exporter-trace-otlp-proto';
import { metrics, NodeSDK, resources, tracing } from '@opentelemetry/sdk-node';

const [protocol = 'http/protobuf', address = '', count = '1', service = 'cart'] = process.argv.slice(2);

function exporters() {
  if (protocol === 'grpc') return [new GrpcTraces({ url: address }), new GrpcMetrics({ url: address })] as const;
  const urls = [{ url: `${address}/v1/traces` }, { url: `${address}/v1/metrics` }] as const;
  return protocol === 'http/json'
    ? ([new JsonTraces(urls[0]), new JsonMetrics(urls[1])] as const)
    : ([new ProtoTraces(urls[0]), new ProtoMetrics(urls[1])] as const);
}

const [traceExporter, metricExporter] = exporters();
const reader = new metrics.PeriodicExportingMetricReader({ exporter: metricExporter, exportIntervalMillis: 3_600_000 });
const processor = new tracing.BatchSpanProcessor(traceExporter, { maxQueueSize: 100_000 });
const sdk = new NodeSDK({
  resource: resources.resourceFromAttributes({ 'service.name': service, 'service.instance.id': `${service}-1` }),
  spanProcessors: [processor],
  metricReaders: [reader],
  instrumentations: [],
});
sdk.start();

const flushEvery = 2_000;

const tracer = trace.getTracer('sender');
const served = api.getMeter('sender').createCounter('requests.served');
for (let request = 0; request < Number(count); request += 1) {
  tracer.startActiveSpan('GET /cart', { kind: SpanKind.SERVER, attributes: { 'http.route': '/cart' } }, (server) => {
    const attributes = { 'db.system.name': 'redis', 'server.address': 'redis', 'server.port': 6379 };
    tracer.startSpan('GET', { kind: SpanKind.CLIENT, attributes: { ...attributes, 'db.operation.name': 'GET' } }).end();
    server.end();
  });
  served.add(1);
  // An exporter refuses more than some tens of exports at once.
  if (request % flushEvery === flushEvery - 1) await processor.forceFlush();
}
// A counter's rate needs two exports.
await reader.forceFlush();
served.add(Number(count));
await new Promise((resolve) => setTimeout(resolve, 20));
await sdk.shutdown();
process.stdout.write('{"sent":true}\n');
