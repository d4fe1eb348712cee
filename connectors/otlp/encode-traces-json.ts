import type { AttributeValue, Span, SpanKind } from '../spans/index.ts';

/** OTLP's numbers of the kinds. */
const numberOfKind: Readonly<Record<SpanKind, number>> = {
  unspecified: 0,
  internal: 1,
  server: 2,
  client: 3,
  producer: 4,
  consumer: 5,
};

const statusError = 2;

const usOfMs = 1_000n;
const nsOfUs = 1_000n;
const nsOfMs = 1_000_000;

function valueOf(value: AttributeValue): object {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  // 64-bit numbers are texts in protobuf's JSON.
  return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}

const attributesOf = (attributes: ReadonlyMap<string, AttributeValue>): readonly object[] =>
  Array.from(attributes, ([key, value]) => ({ key, value: valueOf(value) }));

/** Nanoseconds of a whole microsecond: today's date in milliseconds has no finer digits in a double. */
function nsOf(instantMs: number): bigint {
  const wholeMs = Math.floor(instantMs);
  return (BigInt(wholeMs) * usOfMs + BigInt(Math.round((instantMs - wholeMs) * Number(usOfMs)))) * nsOfUs;
}

function encoded(span: Span): object {
  const startNs = nsOf(span.startMs);
  return {
    traceId: span.traceId,
    spanId: span.spanId,
    ...(span.parentSpanId === undefined ? {} : { parentSpanId: span.parentSpanId }),
    ...(span.traceState === undefined ? {} : { traceState: span.traceState }),
    name: span.name,
    kind: numberOfKind[span.kind],
    startTimeUnixNano: String(startNs),
    endTimeUnixNano: String(startNs + BigInt(Math.round(span.durationMs * nsOfMs))),
    attributes: attributesOf(span.attributes),
    ...(span.links.length === 0 ? {} : { links: span.links }),
    ...(span.isError ? { status: { code: statusError } } : {}),
  };
}

/**
 * Writes spans as one export in OTLP's JSON form: one line of what the file exporter of the OpenTelemetry collector writes,
 * which `backlot capture` reads back.
 *
 * @param spans - Any; those that share a resource map are put together.
 * @returns One line, without its line end.
 */
export function encodeTracesJson(spans: readonly Span[]): string {
  const byResource = Map.groupBy(spans, ({ resource }) => resource);
  const resourceSpans = Array.from(byResource, ([resource, own]) => ({
    resource: { attributes: attributesOf(resource) },
    scopeSpans: [{ scope: { name: 'backlot' }, spans: own.map(encoded) }],
  }));
  return JSON.stringify({ resourceSpans });
}
