import { describe, expect, it } from '@jest/globals';
import { RegisteredError } from '../../src/kernel/index.ts';
import { decodeTraces } from './decode-traces.ts';

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
    { key: 'list', value: { arrayValue: { values: [] } } },
  ],
  status: { code: 2 },
};

const exportOf = (...spans: unknown[]): unknown => ({
  resourceSpans: [
    {
      resource: { attributes: [{ key: 'service.name', value: { stringValue: 'catalogue' } }] },
      scopeSpans: [{ scope: { name: 'x' }, spans }],
    },
  ],
});

describe('decodeTraces', () => {
  it('reads a span with its times, kind, status and attributes', () => {
    const [read] = decodeTraces(exportOf(span), 'test');
    expect(read).toMatchObject({
      traceId: span.traceId,
      parentSpanId: undefined,
      kind: 'server',
      durationMs: 12.5,
      isError: true,
    });
    expect(read?.startMs).toBeCloseTo(1_544_712_660_000, 3);
    expect(read?.attributes.get('http.response.status_code')).toBe(503);
    expect(read?.attributes.has('list')).toBe(false);
    expect(read?.resource.get('service.name')).toBe('catalogue');
  });

  it('keeps differences of a nanosecond scale that a double of nanoseconds would lose', () => {
    const short = { ...span, endTimeUnixNano: '1544712660000000323' };
    expect(decodeTraces(exportOf(short), 'test')[0]?.durationMs).toBeCloseTo(0.0002, 10);
  });

  it('ignores fields that it does not know, as the specification asks', () => {
    expect(decodeTraces({ ...(exportOf({ ...span, surprise: [] }) as object), more: 1 }, 'test')).toHaveLength(1);
    expect(decodeTraces({}, 'test')).toEqual([]);
  });

  it.each([
    ['a list', []],
    ['text', 'hello'],
    ['null', null],
    ['a time that is no number', exportOf({ ...span, startTimeUnixNano: 'yesterday' })],
    ['a time with a fraction', exportOf({ ...span, startTimeUnixNano: 1.5 })],
    ['spans that are no list', { resourceSpans: [{ scopeSpans: [{ spans: 7 }] }] }],
  ])('refuses %s, naming the place', (_what, body) => {
    expect(() => decodeTraces(body, '/v1/traces')).toThrow(RegisteredError);
    expect(() => decodeTraces(body, '/v1/traces')).toThrow(/telemetry at \/v1\/traces/);
  });
});
