import { z } from 'zod';
import { RegisteredError } from '../../src/kernel/index.ts';
import type { AttributeValue, Span, SpanKind } from '../spans/index.ts';

/**
 * The parts that are read of an OTLP trace export in its JSON form (opentelemetry-proto, `ExportTraceServiceRequest`).
 * Whatever else is there is ignored, as the specification asks of receivers.
 */
const anyValueSchema = z.object({
  stringValue: z.string().optional(),
  boolValue: z.boolean().optional(),
  // 64-bit integers are strings in the JSON form; some senders write them as numbers.
  intValue: z.union([z.string(), z.number()]).optional(),
  doubleValue: z.number().optional(),
});

const keyValuesSchema = z.array(z.object({ key: z.string(), value: anyValueSchema.optional() })).optional();

const unixNanoSchema = z.union([z.string().regex(/^\d{1,20}$/), z.number().refine(Number.isInteger)]);

const spanSchema = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string().default(''),
  kind: z.int().default(0),
  startTimeUnixNano: unixNanoSchema,
  endTimeUnixNano: unixNanoSchema,
  attributes: keyValuesSchema,
  status: z.object({ code: z.int().optional() }).optional(),
});

const exportSchema = z.object({
  resourceSpans: z
    .array(
      z.object({
        resource: z.object({ attributes: keyValuesSchema }).optional(),
        scopeSpans: z.array(z.object({ spans: z.array(spanSchema).optional() })).optional(),
      }),
    )
    .default([]),
});

const kinds: readonly SpanKind[] = ['unspecified', 'internal', 'server', 'client', 'producer', 'consumer'];

/** `STATUS_CODE_ERROR` of OTLP. */
const statusError = 2;

const nanosecondsPerMillisecond = 1e6;

function valueOf(value: z.output<typeof anyValueSchema> | undefined): AttributeValue | undefined {
  if (value === undefined) return undefined;
  return (
    value.stringValue ??
    value.boolValue ??
    value.doubleValue ??
    (value.intValue === undefined ? undefined : Number(value.intValue))
  );
}

function attributesOf(keyValues: z.output<typeof keyValuesSchema>): ReadonlyMap<string, AttributeValue> {
  const attributes = new Map<string, AttributeValue>();
  for (const { key, value } of keyValues ?? []) {
    const read = valueOf(value);
    if (read !== undefined) attributes.set(key, read);
  }
  return attributes;
}

/**
 * Reads a trace export in OTLP's JSON form.
 *
 * @param body - The parsed JSON.
 * @param place - Where it came from, for the message.
 * @throws RegisteredError `telemetry-malformed` naming the first place that is not as the protocol says.
 */
export function decodeTraces(body: unknown, place: string): readonly Span[] {
  const checked = exportSchema.safeParse(body);
  if (!checked.success) {
    const [issue] = checked.error.issues;
    throw new RegisteredError('telemetry-malformed', {
      place: `${place} ${(issue?.path ?? []).map(String).join('.')}`.trim(),
      problem: issue?.message ?? 'not an OTLP trace export',
    });
  }
  return checked.data.resourceSpans.flatMap(({ resource, scopeSpans = [] }) => {
    const resourceAttributes = attributesOf(resource?.attributes);
    return scopeSpans.flatMap(({ spans = [] }) =>
      spans.map((span): Span => {
        // Nanoseconds since 1970 exceed a double's 53 bits: subtract while they are still whole.
        const start = BigInt(span.startTimeUnixNano);
        return {
          traceId: span.traceId,
          spanId: span.spanId,
          parentSpanId: span.parentSpanId || undefined,
          name: span.name,
          kind: kinds[span.kind] ?? 'unspecified',
          startMs: Number(start / 1_000n) / 1_000,
          durationMs: Number(BigInt(span.endTimeUnixNano) - start) / nanosecondsPerMillisecond,
          isShared: false,
          traceState: undefined,
          links: [],
          isError: span.status?.code === statusError,
          attributes: attributesOf(span.attributes),
          resource: resourceAttributes,
        };
      }),
    );
  });
}
