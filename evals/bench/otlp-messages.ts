import { readFileSync } from 'node:fs';
import protobuf from 'protobufjs';
import type { EstateTraffic } from './estate-traffic.ts';
import { modelEstate } from './estate-model.ts';
import type { MadeSpan } from './made-span.ts';

const { root } = protobuf.parse(readFileSync(new URL('./otlp-trace.proto', import.meta.url), 'utf8'));
root.resolveAll();

/** The whole published definition, as the library decodes it. */
export const publishedTracesData = root.lookupType('TracesData');

/** How many spans an SDK's batch processor sends at once, by default. */
const spansOfExport = 512;

/** The traffic begins on 2026-01-01, in nanoseconds since 1970 as two parts. */
const startSeconds = 1_767_225_600n;

/** One export of one process, in both forms of the protocol. */
export interface OtlpMessage {
  readonly spans: number;
  readonly proto: Uint8Array;
  readonly json: string;
}

function unixNano(ns: number): string {
  return String(startSeconds * 1_000_000_000n + BigInt(Math.round(ns)));
}

function jsonValue(value: string | number): object {
  return typeof value === 'string' ? { stringValue: value } : { intValue: String(value) };
}

function keyValues(attributes: MadeSpan['attributes']): object[] {
  return attributes.map(([key, value]) => ({ key, value: jsonValue(value) }));
}

function resource({ service, instance }: MadeSpan): object {
  return {
    attributes: keyValues([
      ['service.name', service],
      ['service.namespace', 'shop'],
      ['service.version', '1.4.2'],
      ['service.instance.id', `${service}-${instance}`],
      ['host.name', `node-${instance + 1}`],
      ['telemetry.sdk.language', modelEstate[service]?.language ?? 'go'],
      ['telemetry.sdk.name', 'opentelemetry'],
      ['telemetry.sdk.version', '1.40.0'],
      ['process.runtime.name', 'cpython'],
      ['os.type', 'linux'],
    ]),
  };
}

function asJson(spans: readonly MadeSpan[], first: MadeSpan): object {
  return {
    resourceSpans: [
      {
        resource: resource(first),
        scopeSpans: [
          {
            scope: { name: '@opentelemetry/instrumentation-http', version: '0.200.0' },
            spans: spans.map((span) => ({
              traceId: span.traceId,
              spanId: span.spanId,
              ...(span.parentSpanId === '' ? {} : { parentSpanId: span.parentSpanId }),
              flags: 257,
              name: span.name,
              kind: span.kind,
              startTimeUnixNano: unixNano(span.startNs),
              endTimeUnixNano: unixNano(span.endNs),
              attributes: keyValues(span.attributes),
              status: span.isError ? { code: 2, message: 'failed' } : {},
            })),
          },
        ],
      },
    ],
  };
}

/** The library's own reading of objects takes ids as base64; they are hexadecimal in the protocol's JSON. */
function withBytes(json: object): protobuf.Message {
  const message = publishedTracesData.fromObject(
    JSON.parse(
      JSON.stringify(json, (key, value: unknown) =>
        typeof value === 'string' && (key === 'traceId' || key === 'spanId' || key === 'parentSpanId')
          ? Buffer.from(value, 'hex').toString('base64')
          : value,
      ),
    ) as Record<string, unknown>,
  );
  return message;
}

/**
 * The exports of a whole estate: each process sends when it has enough spans, so that a trace arrives in pieces.
 *
 * @param traffic - Makes the spans.
 */
export function* otlpMessages(traffic: EstateTraffic): Generator<OtlpMessage, never> {
  const waiting = new Map<string, MadeSpan[]>();
  for (;;) {
    for (const span of traffic.nextTrace()) {
      const process = `${span.service}-${span.instance}`;
      const spans = waiting.get(process) ?? [];
      waiting.set(process, spans);
      spans.push(span);
      if (spans.length < spansOfExport) continue;
      waiting.delete(process);
      const json = asJson(spans, span);
      yield {
        spans: spans.length,
        proto: publishedTracesData.encode(withBytes(json)).finish(),
        json: JSON.stringify(json),
      };
    }
  }
}
