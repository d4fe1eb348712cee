import fc from 'fast-check';
import { messageType } from '../connectors/otlp/definitions.ts';
import type { Span, SpanKind } from '../connectors/spans/index.ts';

/** A span that every format of traces can say: whole microseconds, no links, attributes of text. */
export interface PlainSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly name: string;
  readonly kind: SpanKind;
  readonly startUs: number;
  readonly durationUs: number;
  readonly isError: boolean;
  readonly attributes: Readonly<Record<string, string>>;
  readonly service: string;
}

const id = (digits: number) =>
  fc
    .uint8Array({ minLength: digits / 2, maxLength: digits / 2 })
    .filter((bytes) => bytes.some((byte) => byte !== 0))
    .map((bytes) => Buffer.from(bytes).toString('hex'));

const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 });

/** Some such spans. */
export const plainSpans: fc.Arbitrary<readonly PlainSpan[]> = fc.array(
  fc.record({
    traceId: id(32),
    spanId: id(16),
    parentSpanId: fc.option(id(16), { nil: undefined }),
    name: text,
    kind: fc.constantFrom<SpanKind>('unspecified', 'server', 'client', 'producer', 'consumer'),
    startUs: fc.integer({ min: 1, max: 4_102_444_800_000_000 }),
    durationUs: fc.integer({ min: 0, max: 1e12 }),
    isError: fc.boolean(),
    attributes: fc.dictionary(fc.constantFrom('http.route', 'url.path', 'db.namespace', 'peer.service'), text),
    service: text,
  }),
  { minLength: 1, maxLength: 6 },
);

/** What every reader should give of such a span. */
export const spanOf = (plain: PlainSpan): Span => ({
  traceId: plain.traceId,
  spanId: plain.spanId,
  parentSpanId: plain.parentSpanId,
  name: plain.name,
  kind: plain.kind,
  startMs: plain.startUs / 1_000,
  durationMs: plain.durationUs / 1_000,
  isError: plain.isError,
  isShared: false,
  traceState: undefined,
  links: [],
  attributes: new Map<string, string | boolean>([
    ...Object.entries(plain.attributes),
    ...(plain.isError ? [['error', true] as const] : []),
  ]),
  resource: new Map([['service.name', plain.service]]),
});

const otlpKinds: readonly SpanKind[] = ['unspecified', 'internal', 'server', 'client', 'producer', 'consumer'];

/** An OTLP export in JSON. */
export const otlpOf = (spans: readonly PlainSpan[]) => ({
  resourceSpans: spans.map((plain) => ({
    resource: { attributes: [{ key: 'service.name', value: { stringValue: plain.service } }] },
    scopeSpans: [
      {
        spans: [
          {
            traceId: plain.traceId,
            spanId: plain.spanId,
            parentSpanId: plain.parentSpanId ?? '',
            name: plain.name,
            kind: otlpKinds.indexOf(plain.kind),
            startTimeUnixNano: `${plain.startUs}000`,
            endTimeUnixNano: `${plain.startUs + plain.durationUs}000`,
            attributes: [
              ...Object.entries(plain.attributes).map(([key, value]) => ({
                key,
                value: { stringValue: value },
              })),
              ...(plain.isError ? [{ key: 'error', value: { boolValue: true } }] : []),
            ],
            status: { code: plain.isError ? 2 : 0 },
          },
        ],
      },
    ],
  })),
});

/** An OTLP export in protobuf. */
export function otlpProtobufOf(spans: readonly PlainSpan[]): Buffer {
  const spanType = messageType('traces', 'Span');
  const exportType = messageType('traces', 'TracesData');
  const bytes = (hex: string) => Buffer.from(hex, 'hex');
  const resourceSpans = otlpOf(spans).resourceSpans.map(({ resource, scopeSpans }) => ({
    resource,
    scopeSpans: scopeSpans.map((scope) => ({
      spans: scope.spans.map((span) =>
        spanType
          .encode(
            spanType.fromObject({
              ...span,
              traceId: bytes(span.traceId),
              spanId: bytes(span.spanId),
              parentSpanId: bytes(span.parentSpanId),
            }),
          )
          .finish(),
      ),
    })),
  }));
  return Buffer.from(exportType.encode(exportType.fromObject({ resourceSpans })).finish());
}

/** Messages behind their length in four bytes, as the OpenTelemetry collector's file exporter writes them. */
export const behindFourBytes = (messages: readonly Buffer[]): Buffer =>
  Buffer.concat(
    messages.flatMap((message) => {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(message.length);
      return [length, message];
    }),
  );

/** Messages behind their length as a varint. */
export const behindVarint = (messages: readonly Buffer[]): Buffer =>
  Buffer.concat(
    messages.flatMap((message) => {
      const length: number[] = [];
      for (let rest = message.length; ; rest = Math.floor(rest / 128)) {
        length.push(rest < 128 ? rest : (rest % 128) + 128);
        if (rest < 128) break;
      }
      return [Buffer.from(length), message];
    }),
  );

/** A document of Zipkin's JSON. */
export const zipkinOf = (spans: readonly PlainSpan[]) =>
  spans.map((plain) => ({
    traceId: plain.traceId,
    id: plain.spanId,
    parentId: plain.parentSpanId,
    name: plain.name,
    kind: plain.kind === 'unspecified' ? undefined : plain.kind.toUpperCase(),
    timestamp: plain.startUs,
    duration: plain.durationUs,
    localEndpoint: { serviceName: plain.service },
    tags: { ...plain.attributes, ...(plain.isError ? { error: 'why' } : {}) },
  }));

/** A document of Jaeger's JSON. */
export const jaegerOf = (spans: readonly PlainSpan[]) => ({
  data: spans.map((plain) => ({
    traceID: plain.traceId,
    spans: [
      {
        traceID: plain.traceId,
        spanID: plain.spanId,
        operationName: plain.name,
        references:
          plain.parentSpanId === undefined
            ? []
            : [{ refType: 'CHILD_OF', traceID: plain.traceId, spanID: plain.parentSpanId }],
        startTime: plain.startUs,
        duration: plain.durationUs,
        tags: [
          ...Object.entries(plain.attributes).map(([key, value]) => ({ key, type: 'string', value })),
          ...(plain.kind === 'unspecified' ? [] : [{ key: 'span.kind', type: 'string', value: plain.kind }]),
          ...(plain.isError ? [{ key: 'error', type: 'bool', value: true }] : []),
        ],
        processID: 'p1',
      },
    ],
    processes: { p1: { serviceName: plain.service, tags: [] } },
  })),
});
