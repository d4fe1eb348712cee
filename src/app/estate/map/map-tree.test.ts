import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { EstateGraph, GraphEdge, GraphNode } from '../../../estate/index.ts';
import { mapTree } from './map-tree.ts';

const traffic = (perSecond: number) => ({ perSecond, errorRatio: 0, p50Ms: null, p95Ms: null });

const node = (name: string, over: Partial<GraphNode> = {}): GraphNode => ({
  name,
  kind: 'service',
  group: null,
  owner: null,
  collectors: ['traces'],
  image: null,
  replicas: null,
  states: [],
  cpuCores: null,
  memoryBytes: null,
  operations: [],
  traffic: null,
  isEntry: false,
  ...over,
});

const edge = (from: string, to: string, over: Partial<GraphEdge> = {}): GraphEdge => ({
  from,
  to,
  protocols: ['http'],
  traffic: traffic(1),
  declaredBy: [],
  isInferred: false,
  ...over,
});

const draw = (nodes: readonly GraphNode[], edges: readonly GraphEdge[]): readonly string[] =>
  mapTree({ nodes, edges } satisfies EstateGraph);

describe('mapTree', () => {
  it('begins where requests enter, follows the busiest call first, and names again what it drew', () => {
    const lines = draw(
      [
        node('cart'),
        node('db', { kind: 'database' }),
        node('pay', { replicas: 2 }),
        node('web', { traffic: traffic(10) }),
      ],
      [
        edge('cart', 'db'),
        edge('pay', 'cart'),
        edge('web', 'cart', { traffic: traffic(2) }),
        edge('web', 'pay', { traffic: traffic(5) }),
      ],
    );
    expect(lines).toEqual([
      'web  10.0/s',
      '├─ pay ×2  [http, 5.0/s from here]',
      '│  └─ cart  [http, 1.0/s from here]',
      '│     └─ db (database)  [http, 1.0/s from here]',
      '└─ cart (above)  [http, 2.0/s from here]',
    ]);
  });

  it('marks what is only declared, and with a configuration what is not', () => {
    const declared = edge('web', 'db', { traffic: null, protocols: [], declaredBy: ['depends_on', 'environment DB'] });
    const lines = draw(
      [node('db'), node('pay'), node('web', { collectors: ['compose'] })],
      [declared, edge('web', 'pay')],
    );
    expect(lines).toEqual([
      'web',
      '├─ pay  [http, 1.0/s from here, not declared]',
      '└─ db  [declared by environment DB and 1 more; no call seen]',
    ]);
  });

  it('does not say that no call was seen where no traffic was read', () => {
    const declared = edge('web', 'db', { traffic: null, protocols: [], declaredBy: ['depends_on'] });
    expect(draw([node('db'), node('web', { collectors: ['compose'] })], [declared])).toEqual([
      'web',
      '└─ db  [declared by depends_on]',
    ]);
  });

  it('draws circles that nothing calls from outside, from where requests enter, and what touches nothing last', () => {
    const lines = draw([node('a'), node('alone'), node('b', { isEntry: true })], [edge('a', 'b'), edge('b', 'a')]);
    expect(lines).toEqual([
      'b',
      '└─ a  [http, 1.0/s from here]',
      '   └─ b (above)  [http, 1.0/s from here]',
      '',
      'alone',
    ]);
  });

  it('ends in a chain of thousands', () => {
    const names = Array.from({ length: 5_000 }, (_, index) => `c${String(index).padStart(4, '0')}`);
    const edges = names.slice(1).map((name, index) => edge(names[index] ?? '', name));
    const lines = draw(
      names.map((name) => node(name)),
      edges,
    );
    expect(lines.some((line) => line.endsWith('└─ …'))).toBe(true);
    expect(lines.length).toBeGreaterThanOrEqual(names.length);
  });

  it('names every component, and each edge of a component once', () => {
    const letters = ['a', 'b', 'c', 'd', 'e', '__proto__'];
    const letter = fc.constantFrom(...letters);
    const pairs = fc.uniqueArray(fc.tuple(letter, letter), {
      selector: ([from, to]) => `${from} ${to}`,
      maxLength: 20,
    });
    fc.assert(
      fc.property(pairs, (drawn) => {
        const edges = drawn.filter(([from, to]) => from !== to).map(([from, to]) => edge(from, to));
        const lines = draw(
          letters.map((name) => node(name)),
          edges,
        );
        const named = lines.map((line) => /^[│├└─ ]*([a-z_]+)/.exec(line)?.[1]);
        for (const name of letters) expect(named).toContain(name);
        expect(lines.filter((line) => line.includes('from here'))).toHaveLength(edges.length);
      }),
    );
  });
});
