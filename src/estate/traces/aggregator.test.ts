import { describe, expect, it } from '@jest/globals';
import type { Span } from '../../../connectors/spans/index.ts';
import { madeTrace, madeTraceStartMs } from '../../../testing/made-trace.ts';
import type { MadeSpan } from '../../../testing/made-trace.ts';
import { createTraceAggregator } from './aggregator.ts';
import { quantileMs } from './latency-sketch.ts';
import type { EdgeSeen, OperationSeen, TraceSummary } from './trace-summary.ts';

function summaryOf(...traces: Span[][]): TraceSummary {
  const aggregator = createTraceAggregator();
  for (const trace of traces) aggregator.add(trace);
  return aggregator.finish();
}

function operation(summary: TraceSummary, component: string, template?: string): OperationSeen {
  const operations = summary.components.find(({ id }) => id === component)?.operations ?? [];
  return operations.find((one) => template === undefined || one.template === template)!;
}

function edge(summary: TraceSummary, caller: string, callee: string): EdgeSeen {
  return summary.edges.find((one) => one.caller.component === caller && one.callee.component === callee)!;
}

const http = { 'http.request.method': 'GET', 'server.address': 'b' };

/** A serves in 100 ms and calls B over HTTP from 20 to 60, which works from 25 to 55. */
const call: readonly MadeSpan[] = [
  { id: 'a1', service: 'a', at: [0, 100], name: 'GET /a' },
  { id: 'a2', parent: 'a1', service: 'a', at: [20, 60], kind: 'client', name: 'GET', attributes: http },
  { id: 'b1', parent: 'a2', service: 'b', at: [25, 55], name: 'GET /b', attributes: { 'http.route': '/b', ...http } },
];

describe('createTraceAggregator', () => {
  it('knows nothing of nothing', () => {
    const summary = summaryOf();
    expect(summary).toMatchObject({ window: undefined, components: [], edges: [], clockOffsets: [] });
    expect(JSON.stringify(summary)).not.toContain('null,null');
  });

  it('counts a rate over a second at least: a trace alone is no thousand requests a second', () => {
    const brief = summaryOf(madeTrace('1', [{ id: 'a1', service: 'a', at: [0, 2] }]));
    expect(operation(brief, 'a').perSecond).toBe(1);
    const long = summaryOf(madeTrace('1', [{ id: 'a1', service: 'a', at: [0, 4_000] }]));
    expect(operation(long, 'a').perSecond).toBe(0.25);
  });

  it('leaves it to who read the spans to count them', () => {
    expect(summaryOf(madeTrace('1', call)).coverage.read).toEqual({ traces: 1, components: 2, edges: 1 });
  });

  it('tells an operation, its self time and its plan', () => {
    const found = operation(summaryOf(madeTrace('t', call)), 'a');
    expect(found).toMatchObject({ template: 'GET /a', kind: 'server', rootCount: 1, requests: { count: 1 } });
    expect(found.selfTime).toMatchObject({ count: 1, sumMs: 60 });
    expect(found.plans).toEqual([
      {
        count: 1,
        adjustedCount: 1,
        errorCount: 0,
        steps: [{ step: 'self' }, { step: 'call', call: { component: 'b', operation: 'GET /b' } }, { step: 'self' }],
        detached: [],
        company: [{ inFlight: 0, runnable: 0, atOnceMs: [60] }],
        samples: [[20, 40, 40]],
        dependences: [],
      },
    ]);
  });

  it('tells an edge with the gap between client and server', () => {
    const found = edge(summaryOf(madeTrace('t', call)), 'a', 'b');
    expect(found).toMatchObject({
      caller: { component: 'a', operation: 'GET /a' },
      callee: { component: 'b', operation: 'GET /b' },
      protocol: 'http',
      calls: { count: 1, errorRatio: 0 },
      amplificationRatio: 1,
      clientServerGap: { sumMs: 10 },
    });
  });

  it('takes calls that touch for sequential, and those that overlap for parallel', () => {
    const summary = summaryOf(
      madeTrace('t', [
        { id: 'r', service: 'a', at: [0, 100] },
        ...[
          [10, 20],
          [20, 40],
          [35, 50],
          [45, 60],
        ].map(([from, to], index): MadeSpan => ({
          id: `c${index}`,
          parent: 'r',
          service: 'a',
          kind: 'client',
          name: 'SELECT x',
          at: [from!, to!],
          attributes: { 'db.system': 'mysql', 'db.operation': 'SELECT', 'server.address': `db${index}` },
        })),
      ]),
    );
    const [plan] = operation(summary, 'a').plans;
    expect(plan?.steps.map(({ step }) => step)).toEqual(['self', 'call', 'self', 'parallel', 'self']);
    // db1 to db3 overlap in turn, never all three at once: a fan-out of two.
    expect(plan?.steps[3]).toMatchObject({ calls: [{}, {}, {}], mostAtOnce: 2 });
    expect(plan?.samples).toEqual([[10, 10, 0, 40, 40]]);
  });

  it('keeps off the path what the request does not wait for', () => {
    const summary = summaryOf(
      madeTrace('t', [
        { id: 'r', service: 'a', at: [0, 100] },
        {
          id: 'p',
          parent: 'r',
          service: 'a',
          kind: 'producer',
          at: [10, 12],
          attributes: { 'messaging.system': 'kafka', 'messaging.destination.name': 'orders' },
        },
        {
          id: 'c',
          parent: 'p',
          service: 'mail',
          kind: 'consumer',
          at: [40, 400],
          attributes: { 'messaging.system': 'kafka', 'messaging.destination.name': 'orders' },
        },
        {
          id: 'x',
          parent: 'r',
          service: 'a',
          kind: 'client',
          at: [90, 120],
          attributes: { ...http, 'server.address': 'slow' },
        },
      ]),
    );
    const [plan] = operation(summary, 'a').plans;
    expect(plan?.steps).toEqual([{ step: 'self' }]);
    expect(plan?.detached.map(({ component }) => component)).toEqual(['external:slow', 'queue:orders']);
    expect(edge(summary, 'a', 'queue:orders')).toMatchObject({ detached: 1 });
    expect(edge(summary, 'queue:orders', 'mail').queueDelay).toMatchObject({ sumMs: 30 });
  });

  it.each([
    ['a few microseconds', 100.4, 0.002, []],
    ['a millisecond where all is in whole ones', 100, 1, []],
    ['longer than any clock is wrong', 100.4, 0.1, ['external:slow']],
  ])(
    'takes a call that seems to end %s after its request for detached only where it must be',
    (_, endMs, over, then) => {
      const end = { id: 'x', parent: 'r', service: 'a', kind: 'client', at: [90, endMs + over] } as const;
      const attributes = { ...http, 'server.address': 'slow' };
      const spans: readonly MadeSpan[] = [
        { id: 'r', service: 'a', at: [0, endMs] },
        { ...end, attributes },
      ];
      const trace = madeTrace('t', spans, Date.UTC(2026, 0, 1));
      const [plan] = operation(summaryOf(trace), 'a').plans;
      expect(plan?.detached.map(({ component }) => component)).toEqual(then);
    },
  );

  it('counts a call that follows a failed one to the same callee as a retry, with its pause', () => {
    const summary = summaryOf(
      madeTrace('t', [
        call[0]!,
        { ...call[1]!, id: 'try1', at: [10, 20], isError: true },
        { ...call[1]!, id: 'try2', at: [25, 60], attributes: { ...http, 'http.request.resend_count': 1 } },
        { ...call[2]!, parent: 'try2' },
      ]),
    );
    const found = edge(summary, 'a', 'b');
    expect(found).toMatchObject({ calls: { count: 2, errorCount: 1 }, retries: { count: 1, resends: 1 } });
    // The first attempt reached no server that sent a span: it still counts to the operation that such calls reach.
    expect(found.callee.operation).toBe('GET /b');
    expect(found).toMatchObject({ clientSpans: 2, answered: 1, amplificationRatio: 0.5 });
    expect(found.retries.gap?.sumMs).toBe(5);
  });

  it('finds the timeout at which failed calls pile up, and the servers that went on', () => {
    const traces = Array.from({ length: 40 }, (_none, index) => {
      const isCut = index % 4 === 0;
      const end = isCut ? 520 : 30 + index;
      return madeTrace(
        `t${index}`,
        [
          { ...call[0]!, at: [0, 600] },
          { ...call[1]!, at: [20, end], isError: isCut },
          { ...call[2]!, at: [22, isCut ? 590 : end - 3] },
        ],
        madeTraceStartMs + index * 1_000,
      );
    });
    const found = edge(summaryOf(...traces), 'a', 'b');
    expect(found.timeouts).toHaveLength(1);
    expect(found.timeouts[0]?.atMs).toBeGreaterThan(490);
    expect(found.timeouts[0]?.atMs).toBeLessThan(510);
    expect(found).toMatchObject({ abandoned: 10, timeouts: [{ count: 10, shareOfErrors: 1 }] });
  });

  it('takes quick failures for no timeout', () => {
    const traces = Array.from({ length: 40 }, (_none, index) =>
      madeTrace(`t${index}`, [
        call[0]!,
        { ...call[1]!, at: [20, index % 4 === 0 ? 21 : 60], isError: index % 4 === 0 },
      ]),
    );
    expect(edge(summaryOf(...traces), 'a', 'external:b').timeouts).toEqual([]);
  });

  it('tells whether a call waits for the one before it', () => {
    const steps = (index: number, second: number): MadeSpan[] => [
      { id: 'r', service: 'a', at: [0, 300] },
      {
        id: 'x',
        parent: 'r',
        service: 'a',
        kind: 'client',
        at: [10, 20 + index],
        attributes: { ...http, 'server.address': 'x' },
      },
      {
        id: 'y',
        parent: 'r',
        service: 'a',
        kind: 'client',
        at: [second, 290],
        attributes: { ...http, 'server.address': 'y' },
      },
    ];
    const waits = Array.from({ length: 35 }, (_none, index) => madeTrace(`w${index}`, steps(index, 25 + index)));
    const comes = Array.from({ length: 35 }, (_none, index) => madeTrace(`c${index}`, steps(index, 100)));
    expect(operation(summaryOf(...waits), 'a').plans[0]?.dependences).toEqual([{ before: 1, after: 3, slope: 1 }]);
    expect(operation(summaryOf(...comes), 'a').plans[0]?.dependences).toEqual([{ before: 1, after: 3, slope: 0 }]);
    expect(operation(summaryOf(...waits.slice(0, 29)), 'a').plans[0]?.dependences[0]?.slope).toBeUndefined();
    expect(operation(summaryOf(...waits), 'a').orders).toMatchObject([{ before: 35, after: 0, mixed: 0 }]);
  });

  it('weighs a span by its sampling threshold, and says where the sampling is unknown', () => {
    const summary = summaryOf(
      madeTrace('t', [{ ...call[0]!, traceState: 'vendor=1,ot=rv:abc;th:c' }]),
      madeTrace('u', [call[0]!]),
    );
    // 0xc of 0x10 rejected: one kept of four.
    expect(operation(summary, 'a').requests).toMatchObject({ count: 2, adjustedCount: 5, samplingKnown: 1 });
    expect(summary.quality.sampling).toEqual({ known: 1, unknown: 1, thresholds: [{ threshold: 'c', spans: 1 }] });
  });

  it('bounds the offset of two clocks from both sides, and splits where one offset explains not all', () => {
    const onHosts = (offsetMs: number, startMs: number, id: string): Span[] =>
      madeTrace(
        id,
        [
          { ...call[0]!, resource: { 'host.name': 'one' } },
          { ...call[1]!, resource: { 'host.name': 'one' } },
          { ...call[2]!, at: [25 + offsetMs, 55 + offsetMs], resource: { 'host.name': 'two' } },
        ],
        startMs,
      );
    const steady = summaryOf(onHosts(1_000, madeTraceStartMs, 't'), onHosts(1_000, madeTraceStartMs + 60_000, 'u'));
    expect(steady.clockOffsets).toMatchObject([
      {
        clientHost: 'one',
        serverHost: 'two',
        stretches: [{ lowestMs: 995, highestMs: 1_005, calls: 2, isInconsistent: false }],
      },
    ]);
    // The child far outside its parent is neither clipped away nor moved: its own durations stand.
    expect(operation(steady, 'b').requests.latency).toMatchObject({ minMs: 30, maxMs: 30 });
    const jumped = summaryOf(onHosts(1_000, madeTraceStartMs, 't'), onHosts(2_000, madeTraceStartMs + 60_000, 'u'));
    expect(jumped.clockOffsets[0]?.stretches.map(({ lowestMs }) => lowestMs)).toEqual([995, 1_995]);
    const within = summaryOf(onHosts(1_000, madeTraceStartMs, 't'), onHosts(2_000, madeTraceStartMs + 100, 'u'));
    expect(within.clockOffsets[0]?.stretches).toMatchObject([{ isInconsistent: true }]);
  });

  it('tells the two halves of a shared span apart, and whose child is whose', () => {
    const shared = '00000000000000aa';
    const summary = summaryOf(
      madeTrace('t', [
        { id: 'r', service: 'a', at: [0, 100] },
        {
          id: 'h1',
          spanId: shared,
          parent: 'r',
          service: 'a',
          kind: 'client',
          at: [10, 90],
          name: 'get',
          attributes: http,
        },
        {
          id: 'h2',
          spanId: shared,
          parent: 'r',
          service: 'b',
          kind: 'server',
          at: [20, 80],
          name: 'get',
          isShared: true,
        },
        {
          id: 'q',
          parent: shared,
          service: 'b',
          kind: 'client',
          at: [30, 50],
          attributes: { 'peer.service': 'mysql', 'db.system': 'mysql', 'db.statement': 'select 1 from t' },
        },
        { id: 'dns', parent: shared, service: 'a', kind: 'internal', at: [11, 12] },
      ]),
    );
    expect(summary.quality).toMatchObject({ duplicates: 0, orphans: 0, cycles: 0 });
    expect(edge(summary, 'a', 'b')).toMatchObject({ clientServerGap: { sumMs: 20 } });
    expect(edge(summary, 'b', 'database:mysql')).toMatchObject({ protocol: 'database' });
    expect(operation(summary, 'b').selfTime?.sumMs).toBe(40);
  });

  it('infers calls between services where spans tell no kind', () => {
    const unspecified = (
      id: string,
      service: string,
      name: string,
      at: [number, number],
      parent?: string,
    ): MadeSpan => ({
      id,
      service,
      name,
      at,
      kind: 'unspecified',
      ...(parent === undefined ? {} : { parent }),
    });
    const summary = summaryOf(
      madeTrace('t', [
        unspecified('1', 'front', 'shop.Front/Home', [0, 100]),
        unspecified('2', 'front', 'shop.CartService/Get', [10, 40], '1'),
        unspecified('3', 'cart-service', 'shop.CartService/Get', [15, 35], '2'),
        unspecified('4', 'front', 'render', [50, 60], '1'),
        // Answered by a span that was lost: still a call, as it is named for a service that is known.
        unspecified('5', 'front', 'shop.CartService/Get', [70, 80], '1'),
        unspecified('6', 'cart-service', 'SELECT shop.carts', [20, 30], '3'),
      ]),
    );
    expect(edge(summary, 'front', 'cart-service')).toMatchObject({ calls: { count: 2 }, answered: 1 });
    expect(edge(summary, 'cart-service', 'database:shop')).toMatchObject({ calls: { count: 1 } });
    expect(operation(summary, 'front').selfTime?.sumMs).toBe(60);
    expect(summary.components.map(({ id }) => id)).toEqual(['cart-service', 'database:shop', 'front']);
  });

  it('names what sends no spans by its best name, and joins what it knows', () => {
    const peer = (id: string, attributes: MadeSpan['attributes']): MadeSpan => ({
      id,
      parent: 'r',
      service: 'a',
      kind: 'client',
      at: [10, 20],
      attributes: attributes ?? {},
    });
    const summary = summaryOf(
      madeTrace('t', [
        { id: 'r', service: 'a', at: [0, 100] },
        peer('1', {
          'db.system.name': 'postgresql',
          'server.address': 'orders-db',
          'server.port': 5_432,
          'db.namespace': 'orders',
          'db.query.text': "SELECT * FROM o WHERE mail = 'x@who.example'",
        }),
        peer('2', { 'db.system': 'redis', 'db.operation': 'GET', 'net.peer.name': 'cache' }),
        peer('3', {
          'http.request.method': 'POST',
          'url.full': 'https://user:geheim@pay.example.com/charge?token=geheim',
        }),
        peer('4', {
          'rpc.system': 'grpc',
          'rpc.service': 'x.Cart',
          'rpc.method': 'Get',
          'server.address': 'cart.shop.svc.cluster.local',
        }),
        { id: 'c', service: 'cart', at: [0, 1], parent: 'elsewhere', resource: { 'service.namespace': 'shop' } },
      ]),
    );
    expect(summary.components.map(({ id, kind }) => [id, kind])).toEqual([
      ['a', 'service'],
      ['cache:cache', 'cache'],
      ['database:orders-db', 'database'],
      ['external:pay.example.com', 'external'],
      ['shop/cart', 'service'],
    ]);
    expect(summary.components.find(({ id }) => id === 'database:orders-db')?.names).toEqual([
      { scheme: 'address', value: 'orders-db:5432' },
      { scheme: 'db-namespace', value: 'orders' },
      { scheme: 'system', value: 'postgresql' },
    ]);
    expect(edge(summary, 'a', 'shop/cart').protocol).toBe('grpc');
    const text = JSON.stringify(summary);
    for (const secret of ['geheim', 'who.example']) expect(text).not.toContain(secret);
  });

  it('does not take the wait for a connection for a call', () => {
    const summary = summaryOf(
      madeTrace('t', [
        { id: 'r', service: 'a', at: [0, 100] },
        {
          id: 'w',
          parent: 'r',
          service: 'a',
          kind: 'client',
          at: [10, 50],
          name: 'pg-pool.connect',
          attributes: { 'db.system.name': 'postgresql', 'server.address': 'db' },
        },
      ]),
    );
    expect(summary.edges).toEqual([]);
    expect(summary.coverage.read).toMatchObject({ 'connection waits': 1 });
  });

  it('counts what is amiss: duplicates, orphans, circles, times that are none', () => {
    const summary = summaryOf(
      madeTrace('t', [
        call[0]!,
        call[0]!,
        { id: 'lost', parent: 'nowhere', service: 'b', at: [0, 1] },
        { id: 'self', parent: 'self', service: 'b', at: [0, 1] },
        { id: 'c1', parent: 'c2', service: 'b', at: [1, 2] },
        { id: 'c2', parent: 'c1', service: 'b', at: [2, 3] },
        { id: 'back', parent: 'a1', service: 'a', kind: 'internal', at: [5, 3] },
        { id: 'nan', service: 'a', at: [0, 1], startMs: Number.NaN },
        { id: 'long', service: 'a', at: [0, 1], durationMs: 1e300 },
      ]),
    );
    expect(summary.quality).toMatchObject({ duplicates: 1, orphans: 1, cycles: 2, unusableTimes: 1 });
    expect(summary.components.map(({ quality }) => quality)).toMatchObject([
      { negativeDurations: 1, overlongDurations: 1 },
      { orphans: 1 },
    ]);
  });

  it('notices a clock that counts in milliseconds', () => {
    const traces = Array.from({ length: 20 }, (_none, index) =>
      madeTrace(`t${index}`, call, 1_767_225_600_000 + index),
    );
    expect(summaryOf(...traces).components[0]?.quality).toMatchObject({ wholeMsStartRatio: 1, hasCoarseClock: true });
    expect(summaryOf(madeTrace('t', call)).components[0]?.quality).toMatchObject({ hasCoarseClock: false });
  });

  it('tells rate, requests in flight and arrivals over the window', () => {
    const traces = Array.from({ length: 100 }, (_none, index) =>
      madeTrace(`t${index}`, [{ ...call[0]!, at: [0, 500] }], madeTraceStartMs + index * 200),
    );
    const found = operation(summaryOf(...traces), 'a');
    expect(found.perSecond).toBeCloseTo(100 / 20.3, 5);
    expect(found.inFlight.mean).toBeCloseTo((100 * 0.5) / 20.3, 5);
    expect(found.inFlight.peak).toBeCloseTo(2.5, 1);
    // Five a second, every second: no dispersion at all.
    expect(found.dispersionIndex).toBe(0);
    expect(found.timeline?.arrivals.reduce((sum, count) => sum + count, 0)).toBe(100);
    expect(quantileMs(found.requests.latency!, 0.5)).toBe(500);
  });

  it('suspects tail sampling where errors abound and nothing is quick', () => {
    const traces = (share: number, quick: number): Span[][] =>
      Array.from({ length: 120 }, (_none, index) =>
        madeTrace(`t${index}`, [
          { ...call[0]!, at: [0, index % 7 === 1 ? quick : 900 + index], isError: index % 10 < share },
        ]),
      );
    expect(summaryOf(...traces(4, 900)).quality.tailSampling).toBe('suspected');
    expect(summaryOf(...traces(0, 900)).quality.tailSampling).toBe('not-visible');
    expect(summaryOf(...traces(4, 20)).quality.tailSampling).toBe('not-visible');
    expect(summaryOf(madeTrace('t', call)).quality.tailSampling).toBe('too-few-traces');
  });

  it('rotates windows, leaving traces that may still grow for the next', () => {
    const aggregator = createTraceAggregator();
    aggregator.add(madeTrace('t', call.slice(0, 2)));
    expect(aggregator.rotate().quality).toMatchObject({ spans: 2, traces: 0, openSpans: 2 });
    aggregator.add(madeTrace('t', call.slice(2)));
    expect(aggregator.rotate().quality).toMatchObject({ traces: 0, openSpans: 3 });
    expect(aggregator.rotate()).toMatchObject({ quality: { traces: 1, openSpans: 0 }, edges: [{ answered: 1 }] });
    aggregator.add(madeTrace('t', [{ id: 'late', parent: 'a1', service: 'a', kind: 'internal', at: [1, 2] }]));
    expect(aggregator.finish().quality).toMatchObject({ lateSpans: 1, orphans: 1, traces: 1 });
  });

  it('gives the same snapshot as the summary, and changes nothing by it', () => {
    const aggregator = createTraceAggregator();
    aggregator.add(madeTrace('t', call));
    const summary = aggregator.finish();
    expect(aggregator.snapshot()).toEqual(summary);
    expect(aggregator.snapshot()).toEqual(summary);
  });
});
