/**
 * Loaded with `node --require` before a service: starts OpenTelemetry's standard SDK, configured by the standard OTEL_*
 * variables alone. It comes first because the instrumentations hook modules while these are loaded.
 */
import { hostname } from 'node:os';
import { diag, DiagLogLevel } from '@opentelemetry/api';
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http';
import { IORedisInstrumentation } from '@opentelemetry/instrumentation-ioredis';
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg';
import { RuntimeNodeInstrumentation } from '@opentelemetry/instrumentation-runtime-node';
import { UndiciInstrumentation } from '@opentelemetry/instrumentation-undici';
import { NodeSDK, resources } from '@opentelemetry/sdk-node';
import { createLogger, systemClock } from '../../../../../src/kernel/index.ts';
import { observeProcess } from './process-metrics.ts';
import { sparingly } from './sparing-diagnostics.ts';

const log = createLogger(
  'info',
  (line) => process.stdout.write(line),
  () => systemClock.nowMs(),
);
diag.setLogger(sparingly(log, systemClock), DiagLogLevel.WARN);

/** Probes, and the admin endpoints of the demo's own apparatus: neither is the estate's traffic. */
const untracedPaths = new Set(['/live', '/ready', '/load', '/behaviour']);

const sdk = new NodeSDK({
  resource: resources.resourceFromAttributes({
    'service.version': process.env['SERVICE_VERSION'] ?? 'unknown',
    // A container's host name is its short id, so an instance in the telemetry is found again at the engine.
    'service.instance.id': hostname(),
  }),
  resourceDetectors: [resources.envDetector, resources.hostDetector, resources.processDetector],
  instrumentations: [
    new HttpInstrumentation({
      ignoreIncomingRequestHook: ({ url = '' }) => untracedPaths.has(url.split('?', 1)[0] ?? url),
      // The services call each other with fetch; nothing but the exporter itself uses node:http.
      disableOutgoingRequestInstrumentation: true,
    }),
    new UndiciInstrumentation(),
    new PgInstrumentation({ requireParentSpan: true }),
    new IORedisInstrumentation({ requireParentSpan: true }),
    // At the default of 10 ms an idle service does a third more work, for delays that nobody reads that finely.
    new RuntimeNodeInstrumentation({ monitoringPrecision: 50 }),
  ],
});
sdk.start();
observeProcess();

/** The service has closed everything and nothing keeps the process alive: what is still held is sent, once. */
process.once('beforeExit', () => {
  sdk.shutdown().catch((thrown: unknown) => diag.error('telemetry not sent at the end', thrown));
});
