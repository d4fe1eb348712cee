import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { CallGraph } from './call-graph.ts';
import { circlesOf, growthOf } from './circles.ts';

const graphOf = (edges: readonly (readonly [string, string, number])[]): CallGraph => {
  const graph = new Map<string, { to: string; times: number; path: [] }[]>();
  for (const [from, to, times] of edges) {
    for (const name of [from, to]) if (!graph.has(name)) graph.set(name, []);
    graph.get(from)?.push({ to, times, path: [] });
  }
  return graph;
};

describe('circlesOf', () => {
  it('finds those that cause each other, and nothing in a chain', () => {
    expect(
      circlesOf(
        graphOf([
          ['a', 'b', 1],
          ['b', 'c', 1],
        ]),
      ),
    ).toEqual([]);
    const two = graphOf([
      ['a', 'b', 1],
      ['b', 'a', 1],
      ['b', 'c', 1],
      ['c', 'd', 1],
      ['d', 'c', 1],
      ['e', 'e', 1],
    ]);
    expect(circlesOf(two).map((circle) => circle.toSorted())).toEqual([['c', 'd'], ['a', 'b'], ['e']]);
  });
});

describe('growthOf', () => {
  it('is the geometric mean of the calls around one circle, of even length too', () => {
    const circle = graphOf([
      ['a', 'b', 0.5],
      ['b', 'a', 0.125],
    ]);
    expect(growthOf(['a', 'b'], circle)).toBeCloseTo(0.25, 6);
    const endless = graphOf([
      ['a', 'b', 0.5],
      ['b', 'c', 2],
      ['c', 'a', 1],
    ]);
    expect(growthOf(['a', 'b', 'c'], endless)).toBe(1);
  });

  it('is the larger eigenvalue of two operations that call themselves and each other', () => {
    const times = fc.double({ min: 0.01, max: 2, noNaN: true });
    fc.assert(
      fc.property(times, times, times, times, (a, b, c, d) => {
        const graph = graphOf([
          ['x', 'x', a],
          ['x', 'y', b],
          ['y', 'x', c],
          ['y', 'y', d],
        ]);
        const largest = (a + d) / 2 + Math.sqrt(((a - d) / 2) ** 2 + b * c);
        expect(growthOf(['x', 'y'], graph)).toBeCloseTo(largest, 5);
      }),
    );
  });
});
