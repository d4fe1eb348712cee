import { describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import type { Span, SpanKind } from '../../../connectors/spans/index.ts';
import { canonicalJson } from '../../kernel/index.ts';
import { createTraceAggregator } from './aggregator.ts';
import { otherName } from './limits.ts';
import type { TraceSummary } from './trace-summary.ts';

const kinds: readonly SpanKind[] = ['unspecified', 'internal', 'server', 'client', 'producer', 'consumer'];

const attributes = fc.oneof(
  fc.constant({}),
  fc.record({ 'http.request.method': fc.constantFrom('GET', 'POST'), 'url.path': fc.webPath() }),
  fc.record({ 'db.system': fc.constantFrom('redis', 'mysql'), 'db.operation': fc.constantFrom('GET', 'SET') }),
  fc.record({ 'rpc.service': fc.constantFrom('s0', 's1', 'x.S2'), 'rpc.method': fc.string({ maxLength: 5 }) }),
  fc.record({ 'messaging.system': fc.constant('kafka'), 'messaging.destination.name': fc.constantFrom('q', 'r') }),
  fc.dictionary(fc.constantFrom('peer.service', 'server.address', '__proto__', 'http.route'), fc.string()),
);

/** A few traces whose ids collide on purpose: shared ids, missing parents, circles, clocks of all kinds. */
const span: fc.Arbitrary<Span> = fc
  .record({
    trace: fc.integer({ min: 0, max: 4 }),
    id: fc.integer({ min: 0, max: 12 }),
    parent: fc.option(fc.integer({ min: 0, max: 13 }), { nil: undefined }),
    service: fc.integer({ min: 0, max: 3 }),
    host: fc.integer({ min: 0, max: 2 }),
    kind: fc.constantFrom(...kinds),
    startMs: fc.oneof(
      fc.double({ min: 0, max: 5_000, noNaN: true }),
      fc.double({ min: 0, max: 5_000, noNaN: true }).map((ms) => 1.7e12 + ms),
      fc.constantFrom(2 ** 41 + 0.3, 1e14 - 0.5),
    ),
    durationMs: fc.oneof(
      fc.double({ min: -5, max: 500, noNaN: true }),
      fc.constantFrom(0, Number.NaN, 1e308, -1e308, 1e10),
    ),
    name: fc.oneof(fc.constantFrom('GET /a/1', 'S1/Get', 'SELECT d.t', '__proto__', 'constructor'), fc.string()),
    isError: fc.boolean(),
    isShared: fc.boolean(),
    traceState: fc.constantFrom(undefined, 'ot=th:8', 'ot=th:3', 'ot=th:fd70a4'),
    attributes,
  })
  .map(({ trace, id, parent, service, host, attributes: read, ...rest }) => ({
    ...rest,
    traceId: `trace-${trace}`,
    spanId: `id-${id}`,
    parentSpanId: parent === undefined ? undefined : `id-${parent}`,
    links: [],
    attributes: new Map(Object.entries(read)),
    resource: new Map([
      ['service.name', `s${service}`],
      ['host.name', `h${host}`],
    ]),
  }));

const spans = fc.array(span, { maxLength: 120 });

function summaryOf(all: readonly Span[], batch: number): TraceSummary {
  const aggregator = createTraceAggregator();
  for (let from = 0; from < all.length; from += batch) aggregator.add(all.slice(from, from + batch));
  return aggregator.finish();
}

function numbersOf(value: unknown): number[] {
  if (typeof value === 'number') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(numbersOf) : [];
}

/** A busy machine is no failure. */
jest.setTimeout(60_000);

describe('createTraceAggregator, whatever comes', () => {
  it('gives the same summary to the last bit in any order and any portions', () => {
    const orders = spans.chain((all) =>
      fc.tuple(
        fc.constant(all),
        fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length }),
        fc.integer({ min: 1, max: 50 }),
      ),
    );
    fc.assert(
      fc.property(orders, ([one, other, batch]) => {
        expect(canonicalJson(summaryOf(other, batch))).toBe(canonicalJson(summaryOf(one, 1_000)));
      }),
      { numRuns: 200 },
    );
  });

  it('adds up, and holds no number that is none', () => {
    fc.assert(
      fc.property(spans, (all) => {
        const summary = summaryOf(all, 1_000);
        const { quality, components, edges } = summary;
        expect(numbersOf(summary).filter((number) => !Number.isFinite(number))).toEqual([]);
        expect(quality.spans + quality.unusableTimes).toBe(all.length);
        const owned = components.reduce((sum, component) => sum + (component.quality?.spans ?? 0), 0);
        expect(owned + quality.duplicates).toBe(quality.spans);
        // Instants are rounded, to what a double still tells apart in the year 5138; latencies are not.
        const stepMs = all.some(({ startMs }) => startMs > 2 ** 42) ? 2 ** -6 : 2 ** -10;
        for (const { operations, instances, quality: own } of components) {
          expect(new Set(operations.map(({ template }) => template)).size).toBe(operations.length);
          expect(instances.reduce((sum, instance) => sum + instance.spans, 0)).toBe(own?.spans ?? 0);
          for (const { requests, selfTime, plans, otherPlans, timeline } of operations) {
            const planned = plans.reduce((sum, { count }) => sum + count, 0);
            expect(planned + otherPlans.count).toBe(requests.count);
            expect(timeline?.arrivals.reduce((sum, count) => sum + count, 0)).toBe(requests.count);
            expect(selfTime?.count).toBe(requests.adjustedCount);
            const roundedMs = stepMs * (1 + requests.adjustedCount);
            expect(selfTime!.sumMs).toBeLessThanOrEqual(requests.latency!.sumMs * (1 + 1e-9) + roundedMs);
            for (const { steps, samples } of plans) {
              for (const sample of samples) {
                expect(sample).toHaveLength(steps.length);
                expect(Math.min(...sample)).toBeGreaterThanOrEqual(0);
              }
            }
          }
        }
        const ids = new Set(components.map(({ id }) => id));
        for (const { caller, callee, clientSpans, answered } of edges) {
          expect(ids).toContain(caller.component);
          expect(ids).toContain(callee.component);
          expect(answered).toBeLessThanOrEqual(clientSpans);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('stays bounded when a sender makes up every name', () => {
    const aggregator = createTraceAggregator({
      limits: {
        bufferedSpans: 500,
        components: 10,
        operationsOfComponent: 20,
        peers: 300,
        instancesOfComponent: 5,
        edgesOfOperation: 10,
        hostPairs: 10,
      },
    });
    const made = (index: number, over: Partial<Span>): Span => ({
      traceId: `t${index >> 1}`,
      spanId: `s${index}`,
      parentSpanId: index % 2 === 1 ? `s${index - 1}` : undefined,
      name: `operation ${'xyzuvw'.charAt(index % 6)}${'q'.repeat(index % 97)}${'p'.repeat(index % 89)}`,
      kind: index % 2 === 0 ? 'server' : 'client',
      startMs: 1e12 + index,
      durationMs: 1,
      isError: false,
      isShared: false,
      traceState: `ot=th:${(index % 4_096).toString(16)}`,
      links: [],
      attributes: new Map([['peer.service', `peer-${index}`]]),
      resource: new Map([
        ['service.name', `service-${index % 400 < 200 ? index % 7 : index}`],
        ['service.instance.id', `i${index}`],
      ]),
      ...over,
    });
    const count = 20_000;
    for (let index = 0; index < count; index += 1) {
      aggregator.add([
        made(index, index % 1_000 === 0 ? { name: 'n'.repeat(10_000), traceId: 'x'.repeat(10_000) } : {}),
      ]);
    }
    const summary = aggregator.finish();
    const own = summary.components.filter(({ seenBy }) => seenBy === 'own-spans');
    expect(own.length).toBeLessThanOrEqual(11);
    expect(own.map(({ id }) => id)).toContain(otherName);
    for (const { operations, instances } of own) {
      expect(operations.length).toBeLessThanOrEqual(21);
      expect(instances.length).toBeLessThanOrEqual(5);
    }
    expect(summary.components.length - own.length).toBeLessThanOrEqual(301);
    expect(summary.quality.spans).toBe(count);
    expect(summary.quality.sampling.thresholds.length).toBeLessThanOrEqual(17);
    expect(JSON.stringify(summary).length).toBeLessThan(5e6);
    const whats = summary.coverage.notUnderstood.map(({ what }) => what);
    for (const what of ['services', 'instances', 'peers', 'edges']) {
      expect(whats.some((one) => one.includes(`${what} beyond the limit`))).toBe(true);
    }
  });

  it('makes one operation of paths that differ in what nobody could have known to be a value', () => {
    const aggregator = createTraceAggregator();
    const words = Array.from({ length: 60 }, (_none, index) =>
      String.fromCodePoint(97 + (index % 26), 97 + Math.floor(index / 26)),
    );
    aggregator.add(
      words.map((word, index) => ({
        traceId: `t${index}`,
        spanId: 's',
        parentSpanId: undefined,
        name: 'GET',
        kind: 'server',
        startMs: 1e12 + index,
        durationMs: 10,
        isError: false,
        isShared: false,
        traceState: undefined,
        links: [],
        attributes: new Map([
          ['http.request.method', 'GET'],
          ['url.path', `/shops/${word}/items`],
        ]),
        resource: new Map([['service.name', 'web']]),
      })),
    );
    aggregator.add([
      {
        traceId: 'route',
        spanId: 's',
        parentSpanId: undefined,
        name: 'GET',
        kind: 'server',
        startMs: 1e12 - 1,
        durationMs: 10,
        isError: false,
        isShared: false,
        traceState: undefined,
        links: [],
        attributes: new Map([
          ['http.request.method', 'GET'],
          ['http.route', '/shops/best/items'],
        ]),
        resource: new Map([['service.name', 'web']]),
      },
    ]);
    const [web] = aggregator.finish().components;
    expect(web?.operations).toMatchObject([
      { template: 'GET /shops/best/items', requests: { count: 1 } },
      { template: 'GET /shops/{value}/items', requests: { count: 60, latency: { count: 60 } }, plans: [{ count: 60 }] },
    ]);
  });
});
