import { describe, expect, it } from '@jest/globals';
import type { Span } from '../../connectors/spans/index.ts';
import { LiveSignals } from './live-signals.ts';

const span = (over: Partial<Span> & { readonly service?: string; readonly namespace?: string }): Span => ({
  traceId: 't',
  spanId: 's',
  parentSpanId: undefined,
  name: 'GET',
  kind: 'server',
  startMs: 0,
  durationMs: 10,
  isError: false,
  isShared: false,
  traceState: undefined,
  links: [],
  attributes: new Map(),
  resource: new Map([
    ['service.name', over.service ?? 'cart'],
    ['service.namespace', over.namespace ?? 'shop'],
  ]),
  ...over,
});

const calling = (peer: string): Map<string, string> =>
  new Map([
    ['server.address', peer],
    ['db.query.text', 'select 1'],
  ]);

describe('LiveSignals', () => {
  it('gives rate, p95 by nearest rank, and error ratio over the window', () => {
    let nowMs = 0;
    const signals = new LiveSignals({ windowMs: 10_000, nowMs: () => nowMs });
    for (let index = 1; index <= 20; index += 1) {
      nowMs = index * 500;
      signals.add([
        span({ durationMs: index, attributes: new Map([['http.response.status_code', index > 15 ? 500 : 404]]) }),
      ]);
    }
    nowMs = 10_400;
    const cart = signals.read().get('cart');
    expect(cart).toMatchObject({ source: 'own', count: 20, p95Ms: 19, errorRatio: 0.25 });
    expect(cart?.requestsPerSecond).toBeCloseTo(20 / 9.9, 6);
  });

  it('forgets what is older than the window', () => {
    let nowMs = 0;
    const signals = new LiveSignals({ windowMs: 10_000, nowMs: () => nowMs });
    signals.add([span({})]);
    nowMs = 10_001;
    expect(signals.read().size).toBe(0);
  });

  it('sees a component that sends no spans through its callers, and prefers its own', () => {
    const signals = new LiveSignals({ windowMs: 10_000, nowMs: () => 0 });
    const call = (peer: string): Span => span({ kind: 'client', attributes: calling(peer) });
    signals.add([call('database'), call('catalogue'), span({ service: 'catalogue', durationMs: 3 })]);
    expect(signals.read().get('database')?.source).toBe('callers');
    expect(signals.read().get('catalogue')).toMatchObject({ source: 'own', p95Ms: 3 });
  });

  it('does not take the wait for a connection for a request', () => {
    const signals = new LiveSignals({ windowMs: 10_000, nowMs: () => 0 });
    // As instrumentation-pg reports one query: the pool first, then the query.
    const waiting = new Map([
      ['server.address', 'database'],
      ['db.system.name', 'postgresql'],
    ]);
    signals.add([
      span({ kind: 'client', name: 'pg-pool.connect', durationMs: 900, attributes: waiting }),
      span({ kind: 'client', name: 'pg.query:SELECT shop', durationMs: 3, attributes: calling('database') }),
    ]);
    expect(signals.read().get('database')).toMatchObject({ count: 1, p95Ms: 3 });
  });

  it('keeps the rate true when a flood makes it drop samples', () => {
    let nowMs = 0;
    const signals = new LiveSignals({ windowMs: 10_000, nowMs: () => nowMs });
    for (; nowMs <= 15_000; nowMs += 1) signals.add([span({}), span({}), span({})]);
    nowMs = 15_000;
    const { requestsPerSecond = 0, count = 0 } = signals.read().get('cart') ?? {};
    expect(count).toBeLessThan(30_000);
    expect(requestsPerSecond).toBeCloseTo(3_000, -1);
  });

  it('takes a negative duration, of a clock that was set back, for none', () => {
    const signals = new LiveSignals({ windowMs: 10_000, nowMs: () => 0 });
    signals.add([span({ durationMs: -5 })]);
    expect(signals.read().get('cart')?.p95Ms).toBe(0);
  });

  it('passes over the spans of another estate', () => {
    const signals = new LiveSignals({ namespace: 'shop', windowMs: 10_000, nowMs: () => 0 });
    signals.add([span({ namespace: 'other' })]);
    expect(signals.read().size).toBe(0);
  });

  it('stays bounded when a sender makes up a name a span', () => {
    const signals = new LiveSignals({ windowMs: 10_000, nowMs: () => 0 });
    for (let index = 0; index < 5_000; index += 1) signals.add([span({ service: `made-up-${index}` })]);
    expect(signals.read().size).toBe(500);
  });
});
