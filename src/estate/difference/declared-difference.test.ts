import { describe, expect, it } from '@jest/globals';
import type { AttributeName, ComponentKind, Fact, Method, Subject } from '../facts/index.ts';
import type { Collector } from '../../../connectors/observation/index.ts';
import type { Json } from '../../kernel/index.ts';
import type { SnapshotComponent, SnapshotDocument } from '../snapshot/index.ts';
import { callsValue } from '../../../testing/made-facts.ts';
import { declaredDifference } from './declared-difference.ts';

const component = (
  name: string,
  collectors: readonly Collector[],
  kind: ComponentKind = 'service',
): SnapshotComponent => ({
  name,
  kind,
  group: null,
  owner: null,
  names: [],
  collectors,
  joints: [],
});

const fact = (subject: Subject, attribute: AttributeName, value: Json, method: Method, place?: string): Fact => ({
  subject,
  attribute,
  value,
  method,
  collector: method === 'declared' ? 'compose' : 'docker',
  reading: 'r',
  ...(place === undefined ? {} : { place }),
});

const of = (name: string): Subject => ({ kind: 'component', component: name });
const needs = (from: string, to: string, condition = 'service_started', via = ['depends_on']): Fact =>
  fact({ kind: 'edge', component: from, to }, 'declared-dependency', { via, condition }, 'declared');
const calls = (from: string, to: string): Fact =>
  fact({ kind: 'edge', component: from, to }, 'calls', callsValue(), 'captured');

const difference = (
  collectors: readonly Collector[],
  components: readonly SnapshotComponent[],
  facts: readonly Fact[] = [],
): ReturnType<typeof declaredDifference> => {
  const document: SnapshotDocument = {
    format: 'backlot.snapshot/1',
    readings: collectors.map((collector) => ({ collector, sha256: collector })),
    components,
    facts,
    ambiguities: [],
  };
  return declaredDifference(document);
};

describe('declaredDifference', () => {
  it('says where a value is declared and on which instance another was seen', () => {
    const both = component('cart', ['compose', 'docker']);
    const { conflicts } = difference(
      ['compose', 'docker'],
      [both],
      [
        fact(of('cart'), 'limits', { cpuCores: 0.5, memoryBytes: 64 }, 'declared', 'compose.yaml:4:5'),
        fact(of('cart'), 'limits', { cpuCores: 1, memoryBytes: 64 }, 'captured', 'cart-2'),
      ],
    );
    expect(conflicts).toEqual([
      {
        component: 'cart',
        attribute: 'limits',
        part: 'cpuCores',
        declared: 0.5,
        captured: 1,
        declaredAt: 'compose.yaml:4:5',
        capturedAt: 'cart-2',
      },
    ]);
  });

  it('finds a limit that no container has, and none of a component that only one side knows', () => {
    const limit = fact(of('cart'), 'limits', { memoryBytes: 64 }, 'declared', 'compose.yaml:4:5');
    const found = difference(['compose', 'docker'], [component('cart', ['compose', 'docker'])], [limit]);
    expect(found.conflicts).toMatchObject([{ part: 'memoryBytes', declared: 64, captured: null, capturedAt: null }]);
    expect(difference(['compose', 'docker'], [component('cart', ['compose'])], [limit]).conflicts).toEqual([]);
  });

  it('lists what one side knows, without jobs and what is scaled to nothing', () => {
    const { onlyDeclared, onlyCaptured } = difference(
      ['compose', 'docker'],
      [
        component('cart', ['compose', 'docker']),
        component('forgotten', ['compose']),
        component('migrate', ['compose'], 'job'),
        component('off', ['compose']),
        component('stray', ['docker']),
      ],
      [fact(of('off'), 'replicas', 0, 'declared')],
    );
    expect([onlyDeclared, onlyCaptured]).toEqual([['forgotten'], ['stray']]);
  });

  it('compares nothing with what was not read', () => {
    const edges = [needs('a', 'b')];
    const fileOnly = difference(['compose'], [component('a', ['compose']), component('b', ['compose'])], edges);
    expect(fileOnly).toMatchObject({ onlyDeclared: [], edgesOnlyDeclared: [], conflicts: [] });
    expect(fileOnly.compared).toEqual({ configuration: true, engine: false, traffic: false });
    const trafficOnly = difference(
      ['traces'],
      [component('a', ['traces']), component('b', ['traces'])],
      [calls('a', 'b')],
    );
    expect(trafficOnly).toMatchObject({ onlyCaptured: [], edgesOnlyCaptured: [] });
    expect(trafficOnly.compared).toEqual({ configuration: false, engine: false, traffic: true });
  });

  it('sets declared needs against calls, and takes waiting for a job for no call', () => {
    const names = ['api', 'db', 'cache', 'migrate', 'pay'];
    const components = names.map((name) =>
      component(name, ['compose', 'traces'], name === 'migrate' ? 'job' : name === 'pay' ? 'external' : 'service'),
    );
    const { edgesOnlyDeclared, edgesOnlyCaptured } = difference(['compose', 'traces'], components, [
      needs('api', 'db'),
      needs('api', 'cache'),
      needs('api', 'migrate', 'service_completed_successfully'),
      calls('api', 'db'),
      calls('db', 'cache'),
      calls('api', 'pay'),
    ]);
    expect(edgesOnlyDeclared).toEqual([{ from: 'api', to: 'cache', by: ['depends_on'] }]);
    expect(edgesOnlyCaptured).toEqual([{ from: 'db', to: 'cache', by: ['http'] }]);
  });
});
