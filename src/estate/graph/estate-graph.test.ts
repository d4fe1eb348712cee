import { describe, expect, it } from '@jest/globals';
import type { AttributeName, Fact, Subject } from '../facts/index.ts';
import type { Json } from '../../kernel/index.ts';
import type { SnapshotComponent, SnapshotDocument } from '../snapshot/index.ts';
import { LatencySketch } from '../traces/index.ts';
import { callsValue } from '../../../testing/made-facts.ts';
import { estateGraph } from './estate-graph.ts';

const component = (name: string, ...addresses: string[]): SnapshotComponent => ({
  name,
  kind: 'service',
  group: null,
  owner: null,
  names: addresses.map((value) => ({ scheme: 'address', value })),
  collectors: ['traces'],
  joints: [],
});

const fact = (subject: Subject, attribute: AttributeName, value: Json, method: Fact['method'] = 'captured'): Fact => ({
  subject,
  attribute,
  value,
  method,
  collector: method === 'declared' ? 'compose' : 'traces',
  reading: 'r',
});

const of = (name: string): Subject => ({ kind: 'component', component: name });
const sends = (name: string, rootCount = 0): Fact =>
  fact(of(name), 'telemetry', { seenBy: 'own-spans', versions: [], languages: [], rootCount });
const calls = (from: string, to: string, over: Parameters<typeof callsValue>[0] = {}, operation = 'GET /'): Fact =>
  fact({ kind: 'edge', component: from, to, operation, toOperation: operation }, 'calls', callsValue(over));
const through = (name: string, count = 100) => ({ addressedAs: [{ name, count }] });

function graphOf(components: readonly SnapshotComponent[], facts: readonly Fact[]) {
  const document: SnapshotDocument = { format: 'backlot.snapshot/1', readings: [], components, facts, ambiguities: [] };
  return estateGraph(document);
}

const pairs = ({ edges }: ReturnType<typeof graphOf>): string[] =>
  edges.map(({ from, to, isInferred }) => `${from} > ${to}${isInferred ? ' (inferred)' : ''}`);

function latencyOf(ms: number, count: number) {
  const sketch = new LatencySketch();
  sketch.add(ms, count);
  const latency = sketch.toData();
  return latency === undefined ? {} : { latency: { ...latency, binCounts: [...latency.binCounts] } };
}

describe('estateGraph', () => {
  it('sums up the calls of two components: rates add up, errors weigh by requests, latencies merge', () => {
    const counted = { count: 1, samplingKnown: 0, firstSeenMs: 0, lastSeenMs: 1 };
    const graph = graphOf(
      [component('a'), component('b')],
      [
        calls('a', 'b', {
          perSecond: 3,
          calls: { ...counted, adjustedCount: 300, errorCount: 30, errorRatio: 0.1, ...latencyOf(10, 300) },
        }),
        calls(
          'a',
          'b',
          {
            perSecond: 1,
            protocol: 'grpc',
            calls: { ...counted, adjustedCount: 100, errorCount: 0, errorRatio: 0, ...latencyOf(100, 100) },
          },
          'POST /',
        ),
      ],
    );
    expect(graph.edges).toHaveLength(1);
    const [edge] = graph.edges;
    expect(edge).toMatchObject({ protocols: ['grpc', 'http'], declaredBy: [], isInferred: false });
    expect(edge?.traffic).toMatchObject({ perSecond: 4, errorRatio: 0.075 });
    expect(edge?.traffic?.p50Ms).toBeCloseTo(10, 0);
    expect((edge?.traffic?.p95Ms ?? 0) / 100).toBeCloseTo(1, 1);
    // Who sends no spans is known by its callers.
    expect(graph.nodes.map(({ name, traffic }) => [name, traffic?.perSecond])).toEqual([
      ['a', undefined],
      ['b', 4],
    ]);
  });

  it('puts calls and declared needs of one pair together, and leaves out calls to oneself', () => {
    const need = fact(
      { kind: 'edge', component: 'a', to: 'b' },
      'declared-dependency',
      { via: ['environment B_ADDR', 'depends_on'] },
      'declared',
    );
    const graph = graphOf([component('a'), component('b')], [calls('a', 'b'), calls('a', 'a'), need]);
    expect(graph.edges).toMatchObject([{ from: 'a', to: 'b', declaredBy: ['depends_on', 'environment B_ADDR'] }]);
  });

  it('sees the proxy that sends no spans and that callers address', () => {
    const components = [component('proxy', 'proxy.shop'), component('shop', 'shop'), component('web')];
    const graph = graphOf(components, [calls('web', 'shop', through('Proxy.shop:8080')), sends('web'), sends('shop')]);
    expect(pairs(graph)).toEqual(['proxy > shop (inferred)', 'web > proxy (inferred)']);
    expect(graph.edges.map(({ traffic }) => traffic?.perSecond)).toEqual([1, 1]);
  });

  it('sees no proxy in who sends spans, who is not known, who answers, or whose address is that of several', () => {
    const components = [
      component('one', 'both', 'one'),
      component('shop', 'shop'),
      component('two', 'both'),
      component('web'),
    ];
    const facts = [sends('one'), sends('web'), sends('shop')];
    for (const name of ['one', 'shop', 'unheard-of']) {
      expect([name, pairs(graphOf(components, [calls('web', 'shop', through(name)), ...facts]))]).toEqual([
        name,
        ['web > shop'],
      ]);
    }
    expect(pairs(graphOf(components, [calls('web', 'shop', through('both')), sends('web')]))).toEqual(['web > shop']);
  });

  it('goes by what most of the calls addressed', () => {
    const components = [component('proxy', 'proxy'), component('shop', 'shop'), component('web')];
    const addressedAs = [
      { name: 'proxy', count: 1 },
      { name: 'shop', count: 99 },
    ];
    expect(pairs(graphOf(components, [calls('web', 'shop', { addressedAs })]))).toEqual(['web > shop']);
  });

  it('says of a component what was captured before what is declared', () => {
    const graph = graphOf(
      [component('a')],
      [
        fact(of('a'), 'image', { repository: 'docker.io/library/redis', tag: '7' }),
        fact(of('a'), 'replicas', 2),
        fact(of('a'), 'replicas', 3, 'declared'),
        fact(of('a'), 'limits', { memoryBytes: 64 }, 'declared'),
        sends('a', 4),
      ],
    );
    expect(graph.nodes).toMatchObject([
      { image: 'redis:7', replicas: 2, memoryBytes: 64, cpuCores: null, isEntry: true, traffic: null, operations: [] },
    ]);
  });
});
