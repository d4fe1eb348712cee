import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { CoverageCount, RegisteredError } from '../../src/kernel/index.ts';
import { tags } from './decode-span-proto.ts';
import { decodeTracesJson } from './decode-traces-json.ts';
import { decodeTracesProto } from './decode-traces-proto.ts';
import { messageType } from './definitions.ts';

const wireTypes: Readonly<Record<string, number>> = { int32: 0, int64: 0, bool: 0, fixed64: 1, double: 1 };

/** The definitions have these as two names of one message type. */
const typeNames = { span: 'Span', link: 'Span.Link', status: 'Status', keyValue: 'KeyValue', anyValue: 'AnyValue' };

type Message = Readonly<Record<string, unknown>>;

const encode = (type: string, message: Message) => {
  const definition = messageType('traces', type);
  return definition.encode(definition.fromObject(message)).finish();
};

const encodeSpans = (spans: readonly Uint8Array[]) =>
  encode('TracesData', {
    resourceSpans: [
      {
        resource: {
          attributes: [
            { key: 'service.name', value: { stringValue: 'catalogue' } },
            { key: 'process.pid', value: { intValue: 17 } },
          ],
        },
        scopeSpans: [{ spans: spans }],
      },
    ],
  });

const span: Message = {
  traceId: Buffer.from('5b8efff798038103d269b633813fc60c', 'hex'),
  spanId: Buffer.from('eee19b7ec3c1b174', 'hex'),
  parentSpanId: Buffer.from('00f067aa0ba902b7', 'hex'),
  traceState: 'ot=th:8',
  name: 'Zürich → café',
  kind: 3,
  startTimeUnixNano: '1544712660000250000',
  endTimeUnixNano: '1544712660012750000',
  attributes: [
    { key: 'http.request.method', value: { stringValue: 'GET' } },
    { key: 'server.port', value: { intValue: 8080 } },
    { key: 'http.status_code', value: { intValue: -1 } },
    { key: 'error', value: { boolValue: true } },
    { key: 'rpc.system', value: { doubleValue: NaN } },
    { key: 'rpc.method', value: { stringValue: '' } },
    { key: 'unread', value: { stringValue: 'x' } },
    { key: 'url.full' },
  ],
  links: [
    {
      traceId: Buffer.from('5b8efff798038103d269b633813fc60d', 'hex'),
      spanId: Buffer.from('eee19b7ec3c1b175', 'hex'),
    },
    { traceId: Buffer.alloc(3), spanId: Buffer.alloc(0) },
  ],
  status: { code: 2 },
};

const change = (fields: Message) => encode('Span', { ...span, ...fields });

function decode(body: Uint8Array) {
  const coverage = new CoverageCount();
  return { ...decodeTracesProto(body, 'test', coverage), coverage: coverage.coverage };
}

describe('decodeTracesProto', () => {
  it.each(Object.entries(typeNames))('has the tags of %s as the definitions give them', (message, type) => {
    const { fields } = messageType('traces', type);
    const fromDefinition = Object.values(fields).map(({ name, id, type: of }) => [name, id * 8 + (wireTypes[of] ?? 2)]);
    expect(Object.fromEntries(fromDefinition)).toEqual(tags[message as keyof typeof tags]);
  });

  it('reads a span with all that it has', () => {
    const { spans } = decode(encodeSpans([change({})]));
    expect(spans).toEqual([
      {
        traceId: '5b8efff798038103d269b633813fc60c',
        spanId: 'eee19b7ec3c1b174',
        parentSpanId: '00f067aa0ba902b7',
        traceState: 'ot=th:8',
        name: 'Zürich → café',
        kind: 'client',
        startMs: 1_544_712_660_000.25,
        durationMs: 12.5,
        isError: true,
        isShared: false,
        links: [{ traceId: '5b8efff798038103d269b633813fc60d', spanId: 'eee19b7ec3c1b175' }],
        attributes: new Map<string, unknown>([
          ['http.request.method', 'GET'],
          ['server.port', 8080],
          ['http.status_code', -1],
          ['error', true],
          ['rpc.method', ''],
        ]),
        resource: new Map<string, unknown>([
          ['service.name', 'catalogue'],
          ['process.pid', 17],
        ]),
      },
    ]);
  });

  it('gives the spans of one process one map of its attributes', () => {
    const { spans } = decode(encodeSpans([change({}), change({ name: 'other' })]));
    expect(spans[0]?.resource).toBe(spans[1]?.resource);
  });

  it.each([
    ['a short id', { traceId: Buffer.alloc(8, 1) }, 'spans without a valid trace id'],
    ['an id of zeros', { spanId: Buffer.alloc(8) }, 'spans without a valid span id'],
    ['no start', { startTimeUnixNano: 0 }, 'spans without a start time'],
    ['no end', { endTimeUnixNano: 0 }, 'spans without an end time'],
  ])('leaves out a span with %s, says where, and takes the others', (_what, fields, what) => {
    const { spans, refusedSpans, coverage } = decode(encodeSpans([change({}), change(fields), change({})]));
    expect(spans).toHaveLength(2);
    expect(refusedSpans).toBe(1);
    expect(coverage.notUnderstood).toEqual([{ what, place: 'test resourceSpans[0].scopeSpans[0].spans[1]', count: 1 }]);
  });

  it('leaves out a span whose bytes are cut off', () => {
    const { spans, refusedSpans } = decode(encodeSpans([change({}).subarray(0, 40), change({})]));
    expect([spans.length, refusedSpans]).toEqual([1, 1]);
  });

  it('skips fields that it does not know', () => {
    const unknown = Buffer.from([0x92, 0x3f, 3, 1, 2, 3, 0xe5, 0x01, 1, 2, 3, 4]);
    expect(decode(encodeSpans([Buffer.concat([change({}), unknown])])).spans).toHaveLength(1);
    expect(decode(Buffer.concat([encodeSpans([change({})]), unknown])).spans).toHaveLength(1);
  });

  it.each([
    ['a message that is cut off', encodeSpans([change({})]).subarray(0, -5)],
    ['text', Buffer.from('hello, this is no protobuf')],
  ])('refuses %s', (_what, body) => {
    expect(() => decode(body)).toThrow(/telemetry at test is malformed: no OTLP trace export/);
  });

  it('gives finite numbers or a registered error, whatever the bytes', () => {
    const whole = encodeSpans([change({}), change({})]);
    const mutated = fc
      .array(fc.tuple(fc.nat(whole.length - 1), fc.integer({ min: 0, max: 255 })), { minLength: 1, maxLength: 8 })
      .map((edits) => {
        const bytes = Uint8Array.from(whole);
        for (const [at, byte] of edits) bytes[at] = byte;
        return bytes;
      });
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array({ maxLength: 300 }), mutated), (body) => {
        try {
          for (const { startMs, durationMs, attributes } of decode(body).spans) {
            const numbers = [...attributes.values()].filter((value) => typeof value === 'number');
            expect([startMs, durationMs, ...numbers].every(Number.isFinite)).toBe(true);
          }
        } catch (thrown) {
          expect(thrown).toBeInstanceOf(RegisteredError);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('takes minus zero for zero, as those do who print JSON', () => {
    const attributes = [{ key: 'http.route', value: { doubleValue: -0 } }];
    const [inBinary] = decode(encodeSpans([change({ attributes })])).spans;
    const json = { ...span, traceId: '1'.repeat(32), spanId: '1'.repeat(16), parentSpanId: '', links: [], attributes };
    const body = { resourceSpans: [{ scopeSpans: [{ spans: [json] }] }] };
    const [inJson] = decodeTracesJson(body, 'test', new CoverageCount()).spans;
    expect([inBinary, inJson].map((read) => read?.attributes.get('http.route'))).toEqual([0, 0]);
  });

  it('gives the same spans as the JSON form of the same export', () => {
    const ids = (bytes: number) =>
      fc.uint8Array({ minLength: bytes, maxLength: bytes }).filter((id) => id.some((byte) => byte !== 0));
    const value = fc.oneof(
      fc.string({ unit: 'grapheme' }).map((stringValue) => ({ stringValue })),
      fc.boolean().map((boolValue) => ({ boolValue })),
      fc.maxSafeInteger().map((intValue) => ({ intValue: String(intValue) })),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((doubleValue) => ({ doubleValue })),
    );
    const nanos = fc.bigInt({ min: 1n, max: 4_102_444_800_000_000_000n }).map(String);
    const anySpan = fc.record({
      traceId: ids(16),
      spanId: ids(8),
      parentSpanId: fc.oneof(ids(8), fc.constant(new Uint8Array(0))),
      traceState: fc.string(),
      name: fc.string({ unit: 'grapheme' }),
      kind: fc.integer({ min: 0, max: 6 }),
      startTimeUnixNano: nanos,
      endTimeUnixNano: nanos,
      attributes: fc.array(fc.record({ key: fc.constantFrom('http.route', 'url.full', 'error', 'unread'), value })),
      links: fc.array(fc.record({ traceId: ids(16), spanId: ids(8) }), { maxLength: 2 }),
      status: fc.record({ code: fc.integer({ min: 0, max: 2 }) }),
    });
    const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
    fc.assert(
      fc.property(fc.array(anySpan), (spans) => {
        const json = spans.map((of) => ({
          ...of,
          traceId: hex(of.traceId),
          spanId: hex(of.spanId),
          parentSpanId: hex(of.parentSpanId),
          links: of.links.map(({ traceId, spanId }) => ({ traceId: hex(traceId), spanId: hex(spanId) })),
        }));
        const body: unknown = JSON.parse(JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: json }] }] }));
        const binary = encode('TracesData', {
          resourceSpans: [{ scopeSpans: [{ spans: spans.map((of) => encode('Span', of)) }] }],
        });
        expect(decode(binary).spans).toEqual(decodeTracesJson(body, 'test', new CoverageCount()).spans);
      }),
    );
  });
});
