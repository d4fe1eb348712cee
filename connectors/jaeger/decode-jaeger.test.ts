import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { CoverageCount } from '../../src/kernel/index.ts';
import { itWhere } from '../../testing/it-where.ts';
import { sharedData } from '../../testing/shared-data.ts';
import { decodeTracesJson } from '../otlp/index.ts';
import { decodeJaeger } from './decode-jaeger.ts';

const span = {
  traceID: '83a9efd15c1c98a977e0711cc93ee28b',
  spanID: 'e127af99e3b3e074',
  operationName: 'GET /cart',
  references: [
    { refType: 'CHILD_OF', traceID: '83a9efd15c1c98a977e0711cc93ee28b', spanID: '909541b92cf05311' },
    { refType: 'FOLLOWS_FROM', traceID: '3a9efd15c1c98a977e0711cc93ee28b', spanID: '09541b92cf05311' },
  ],
  startTime: 1_706_678_909_209_712,
  duration: 123,
  tags: [
    { key: 'span.kind', type: 'string', value: 'server' },
    { key: 'http.status_code', type: 'int64', value: 200 },
    { key: 'server.port', type: 'int64', value: '8080' },
    { key: 'http.route', type: 'string', value: '/cart' },
    { key: 'unread', type: 'string', value: 'x' },
    { key: 'w3c.tracestate', type: 'string', value: 'ot=th:8' },
  ],
  logs: [],
  processID: 'p1',
  warnings: null,
};

const processes = {
  p1: {
    serviceName: 'cart',
    tags: [
      { key: 'hostname', type: 'string', value: 'node-1' },
      { key: 'telemetry.sdk.language', type: 'string', value: 'go' },
      { key: 'unread', type: 'string', value: 'x' },
    ],
  },
};

const trace = { traceID: span.traceID, spans: [span], processes };

function decode(body: unknown) {
  const coverage = new CoverageCount();
  return { ...decodeJaeger(body, 'test', coverage), notUnderstood: coverage.coverage.notUnderstood };
}

const decodeSpan = (change: object) => decode({ ...trace, spans: [{ ...span, ...change }] });

describe('decodeJaeger', () => {
  it('reads a span with all that it has', () => {
    expect(decode(trace).spans).toEqual([
      {
        traceId: '83a9efd15c1c98a977e0711cc93ee28b',
        spanId: 'e127af99e3b3e074',
        parentSpanId: '909541b92cf05311',
        name: 'GET /cart',
        kind: 'server',
        startMs: 1_706_678_909_209.712,
        durationMs: 0.123,
        isError: false,
        isShared: false,
        traceState: 'ot=th:8',
        links: [{ traceId: '03a9efd15c1c98a977e0711cc93ee28b', spanId: '009541b92cf05311' }],
        attributes: new Map<string, unknown>([
          ['http.status_code', 200],
          ['server.port', 8_080],
          ['http.route', '/cart'],
        ]),
        resource: new Map([
          ['host.name', 'node-1'],
          ['telemetry.sdk.language', 'go'],
          ['service.name', 'cart'],
        ]),
      },
    ]);
  });

  it('reads what the API answers, one trace, a list of traces, and spans with their process in them', () => {
    const inline = { ...span, processID: undefined, process: processes.p1, relativeStartTime: 0, depth: 1 };
    for (const body of [
      { data: [trace], total: 0 },
      { data: trace },
      trace,
      [trace],
      { traceID: span.traceID, spans: [inline], processes: {} },
      [inline],
      inline,
    ]) {
      expect(decode(body).spans.map(({ resource }) => resource.get('service.name'))).toEqual(['cart']);
    }
  });

  it('reads tags that are an object, as the Elasticsearch store has them', () => {
    const { spans } = decodeSpan({ tags: [], tag: { 'span@kind': 'client', 'http@status_code': 500, error: true } });
    expect(spans).toMatchObject([{ kind: 'client', isError: true }]);
    expect(spans[0]?.attributes.get('http.status_code')).toBe(500);
    expect(decodeSpan({ tags: { 'span.kind': 'producer' } }).spans[0]?.kind).toBe('producer');
  });

  it('reads the parent that was there before references', () => {
    const parentOf = (parentSpanID: unknown) => decodeSpan({ references: [], parentSpanID }).spans[0]?.parentSpanId;
    expect(['909541b92cf05311', '0', '', undefined].map(parentOf)).toEqual([
      '909541b92cf05311',
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('takes a parent in another trace for a link', () => {
    const [read] = decodeSpan({ references: [{ refType: 'CHILD_OF', traceID: 'other-trace', spanID: 'b' }] }).spans;
    expect([read?.parentSpanId, read?.links]).toEqual([undefined, [{ traceId: 'other-trace', spanId: 'b' }]]);
  });

  it('keeps ids that are names as they stand, and times from 0 on', () => {
    expect(decodeSpan({ traceID: 'A', spanID: 'B', startTime: 0 }).spans).toMatchObject([
      { traceId: 'A', spanId: 'B', startMs: 0 },
    ]);
  });

  it.each([
    [{ key: 'error', type: 'bool', value: true }, true],
    [{ key: 'error', type: 'bool', value: 'true' }, true],
    [{ key: 'error', type: 'string', value: 'true' }, true],
    [{ key: 'error', type: 'string', value: 'password hunter2 refused' }, false],
    [{ key: 'otel.status_code', type: 'string', value: 'ERROR' }, true],
  ])('reads the tag %j', (tag, isError) => {
    const { spans } = decodeSpan({ tags: [tag] });
    expect(spans[0]?.isError).toBe(isError);
    expect(JSON.stringify([...spans[0]!.attributes])).not.toContain('hunter2');
  });

  it('counts warnings and processes that are not described, and keeps the span', () => {
    const { spans, notUnderstood } = decodeSpan({ warnings: ['clock skew'], processID: 'p2' });
    expect(spans).toHaveLength(1);
    expect(notUnderstood.map(({ what, place }) => [what, place])).toEqual([
      ['spans of a process that is not described', 'test .spans[0]'],
      ['spans with a warning of Jaeger, such as of clock skew', 'test .spans[0]'],
    ]);
  });

  it.each([
    ['no id', { spanID: '' }],
    ['an id of 10 kB', { traceID: 'x'.repeat(10_240) }],
    ['a time that is not a number', { startTime: null }],
    ['a negative duration', { duration: -1 }],
    ['a duration beyond all years', { duration: 1e300 }],
    ['a process by the key of a prototype', { startTime: 'now', processID: '__proto__' }],
  ])('leaves out a span with %s, and takes the others', (_what, change) => {
    const { spans, refusedSpans } = decode({ ...trace, spans: [span, { ...span, ...change }, 7, span] });
    expect([spans.length, refusedSpans]).toEqual([2, 2]);
  });

  it('counts a trace that has no list of spans, and refuses what is none at all', () => {
    expect(decode({ data: [{ spans: 7 }, trace] })).toMatchObject({ refusedSpans: 1 });
    expect(() => decode([1, 2])).not.toThrow();
    expect(() => decode('text')).toThrow(/test: found a string; accepted: a trace/);
    expect(() => decode({ parent: 'a' })).toThrow(/accepted: a trace/);
  });

  itWhere(sharedData !== undefined, 'no shared data')('reads the traces of Jaeger’s own tests and of CRISP', () => {
    const files = globSync(`${sharedData}/{jaeger-ui-fixtures,crisp-testcases}/**/*.json`).filter(
      (path) => !/otlp2jaeger-in|DependencyGraph/.test(path),
    );
    expect(files.length).toBeGreaterThan(30);
    for (const path of files) {
      const { spans, refusedSpans, notUnderstood } = decode(JSON.parse(readFileSync(path, 'utf8')));
      expect([path, spans.length > 0, refusedSpans, notUnderstood]).toEqual([path, true, 0, []]);
    }
  });

  itWhere(sharedData !== undefined, 'no shared data')('gives what OTLP gives of the same trace', () => {
    const folder = `${sharedData}/jaeger-ui-fixtures/utils/fixtures`;
    const [fromJaeger, fromOtlp] = [
      decode(JSON.parse(readFileSync(`${folder}/otlp2jaeger-out.json`, 'utf8'))).spans,
      decodeTracesJson(JSON.parse(readFileSync(`${folder}/otlp2jaeger-in.json`, 'utf8')), 'test', new CoverageCount())
        .spans,
    ];
    const essence = (spans: typeof fromOtlp) =>
      spans.map(({ startMs, durationMs, attributes, ...rest }) => ({
        ...rest,
        // Jaeger has no time below the microsecond.
        startUs: Math.floor(startMs * 1_000),
        durationUs: Math.floor(durationMs * 1_000),
        attributes: new Map([...attributes].filter(([name]) => name !== 'error' && name !== 'otel.status_code')),
      }));
    expect(essence(fromJaeger)).toEqual(essence(fromOtlp));
  });
});
