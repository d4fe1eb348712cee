import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { CoverageCount, RegisteredError } from '../../src/kernel/index.ts';
import { itWhere } from '../../testing/it-where.ts';
import { sharedData } from '../../testing/shared-data.ts';
import { decodeTracesJson } from './decode-traces-json.ts';

const span = {
  traceId: '5b8efff798038103d269b633813fc60c',
  spanId: 'eee19b7ec3c1b174',
  parentSpanId: '',
  name: 'GET /products/:id',
  kind: 2,
  startTimeUnixNano: '1544712660000000123',
  endTimeUnixNano: '1544712660012500123',
  attributes: [
    { key: 'http.response.status_code', value: { intValue: '503' } },
    { key: 'http.route', value: { stringValue: '/products/:id' } },
    { key: 'error', value: { boolValue: true } },
    { key: 'server.port', value: { doubleValue: 80.5 } },
    { key: 'url.path', value: { arrayValue: { values: [] } } },
    { key: 'unread', value: { stringValue: 'x' } },
    { key: '__proto__', value: { stringValue: 'x' } },
  ],
  status: { code: 2 },
};

const exportOf = (...spans: unknown[]) => ({
  resourceSpans: [
    {
      resource: { attributes: [{ key: 'service.name', value: { stringValue: 'catalogue' } }] },
      scopeSpans: [{ scope: { name: 'x' }, spans }],
    },
  ],
});

function decode(body: unknown) {
  const coverage = new CoverageCount();
  return { ...decodeTracesJson(body, 'test', coverage), coverage: coverage.coverage };
}

describe('decodeTracesJson', () => {
  it('reads a span with its times, kind, status and the attributes that are wanted', () => {
    const {
      spans: [read],
    } = decode(exportOf(span));
    expect(read).toMatchObject({
      traceId: span.traceId,
      parentSpanId: undefined,
      kind: 'server',
      durationMs: 12.5,
      isError: true,
    });
    expect(read?.startMs).toBeCloseTo(1_544_712_660_000, 3);
    expect([...read!.attributes]).toEqual([
      ['http.response.status_code', 503],
      ['http.route', '/products/:id'],
      ['error', true],
      ['server.port', 80.5],
    ]);
    expect(read?.resource.get('service.name')).toBe('catalogue');
  });

  it('keeps differences of a nanosecond scale that a double of nanoseconds would lose', () => {
    const short = { ...span, endTimeUnixNano: '1544712660000000323' };
    expect(decode(exportOf(short)).spans[0]?.durationMs).toBeCloseTo(0.0002, 10);
  });

  it('ignores fields that it does not know, as the specification asks', () => {
    expect(decode({ ...exportOf({ ...span, surprise: [] }), more: 1 }).spans).toHaveLength(1);
    expect(decode({}).spans).toEqual([]);
  });

  it('reads lists of exports, what Tempo answers, and scopes of old senders', () => {
    const { resourceSpans } = exportOf(span);
    expect(decode([exportOf(span), exportOf(span)]).spans).toHaveLength(2);
    expect(decode({ batches: resourceSpans }).spans).toHaveLength(1);
    expect(decode({ trace: { resourceSpans } }).spans).toHaveLength(1);
    expect(decode({ resourceSpans: [{ instrumentationLibrarySpans: [{ spans: [span] }] }] }).spans).toHaveLength(1);
  });

  it('reads ids in base64, and enumerations by name', () => {
    const { spans } = decode(
      exportOf({
        ...span,
        traceId: Buffer.from(span.traceId, 'hex').toString('base64'),
        spanId: Buffer.from(span.spanId, 'hex').toString('base64'),
        parentSpanId: Buffer.from('00f067aa0ba902b7', 'hex').toString('base64'),
        kind: 'SPAN_KIND_CONSUMER',
        status: { code: 'STATUS_CODE_ERROR' },
      }),
    );
    expect(spans).toMatchObject([
      { traceId: span.traceId, spanId: span.spanId, parentSpanId: '00f067aa0ba902b7', kind: 'consumer', isError: true },
    ]);
  });

  it.each([
    ['an empty id', { traceId: '' }, 'spans without a valid trace id'],
    ['an id of zeros', { spanId: '0000000000000000' }, 'spans without a valid span id'],
    ['an id of 10 kB', { traceId: 'a'.repeat(10_240) }, 'spans without a valid trace id'],
    ['a time that is no number', { startTimeUnixNano: 'yesterday' }, 'spans without a start time'],
    ['a time with a fraction', { startTimeUnixNano: 1.5 }, 'spans without a start time'],
    ['no end', { endTimeUnixNano: undefined }, 'spans without an end time'],
  ])('leaves out a span with %s, says where, and takes the others', (_what, change, what) => {
    const { spans, refusedSpans, coverage } = decode(exportOf(span, { ...span, ...change }, span));
    expect(spans).toHaveLength(2);
    expect(refusedSpans).toBe(1);
    expect(coverage).toEqual({
      read: { spans: 2 },
      notUnderstood: [{ what, place: 'test resourceSpans[0].scopeSpans[0].spans[1]', count: 1 }],
    });
  });

  it('counts what stands where a list should', () => {
    const { refusedSpans, coverage } = decode({
      resourceSpans: [7, { scopeSpans: 7 }, { scopeSpans: [{ spans: 7 }] }],
    });
    expect(refusedSpans).toBe(3);
    expect(coverage.notUnderstood.map(({ place, count }) => [place, count])).toEqual([
      ['test resourceSpans[0]', 2],
      ['test resourceSpans[2].scopeSpans[0]', 1],
    ]);
  });

  it.each([
    ['text', 'hello'],
    ['null', null],
    ['a number', 7],
    ['a list of no exports', [7]],
    ['resourceSpans that are no list', { resourceSpans: 7 }],
  ])('refuses %s, naming the place and what would be accepted', (_what, body) => {
    expect(() => decode(body)).toThrow(/telemetry at test.*found .*; accepted: /);
  });

  it('gives finite numbers or a registered error, whatever the JSON', () => {
    const anything = fc.jsonValue({ maxDepth: 6 });
    const wrapped = fc.oneof(
      anything,
      fc.record({ resourceSpans: fc.array(anything) }),
      fc.array(fc.dictionary(fc.constantFrom(...Object.keys(span)), anything)).map((spans) => exportOf(...spans)),
      fc
        .dictionary(fc.constantFrom(...Object.keys(span)), anything)
        .map((change) => exportOf({ ...span, ...change }, span)),
    );
    fc.assert(
      fc.property(wrapped, (body) => {
        try {
          for (const { startMs, durationMs } of decode(body).spans) {
            expect([startMs, durationMs].every(Number.isFinite)).toBe(true);
          }
        } catch (thrown) {
          expect(thrown).toBeInstanceOf(RegisteredError);
        }
      }),
      { numRuns: 500 },
    );
  });

  itWhere(sharedData !== undefined, 'no shared data')('reads the examples of the protocol itself', () => {
    const body: unknown = JSON.parse(readFileSync(`${sharedData}/otlp-proto-examples/trace.json`, 'utf8'));
    const { spans, refusedSpans } = decode(body);
    expect(refusedSpans).toBe(0);
    expect(spans).toMatchObject([{ name: "I'm a server span", kind: 'server', durationMs: 1000 }]);
  });
});
