import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { madeTrace } from '../../testing/made-trace.ts';
import type { MadeSpan } from '../../testing/made-trace.ts';
import { placeLabel } from './place.ts';
import { replayedMs } from './replay.ts';
import { requestsOf, stepsOf } from './request-tree.ts';
import type { Step } from './request-tree.ts';

function rootOf(spans: readonly MadeSpan[]): Step {
  const [request] = requestsOf(madeTrace('t', spans));
  if (request === undefined) throw new TypeError('no request');
  return request.root;
}

/** The request as it would be if the steps of this operation had this own time. */
const healed = (root: Step, operation: string, ms: number): number =>
  replayedMs(root, (step) => (step.operation === operation ? Math.min(ms, step.ownMs) : step.ownMs));

const front = { id: 'root', service: 'front', at: [0, 100] } as const satisfies MadeSpan;

describe('a replayed request', () => {
  it('is shorter by what each of its steps one after the other is', () => {
    const root = rootOf([
      front,
      { id: 'a', parent: 'root', service: 'front', at: [10, 50] },
      { id: 'b', parent: 'root', service: 'front', at: [55, 95] },
    ]);
    expect(healed(root, 'a', 5)).toBeCloseTo(65, 3);
    expect(healed(root, 'b', 5)).toBeCloseTo(65, 3);
    expect(healed(root, 'root', 0)).toBeCloseTo(80, 3);
  });

  it('waits for the longest of what runs side by side', () => {
    const root = rootOf([
      front,
      { id: 'long', parent: 'root', service: 'front', at: [10, 90] },
      { id: 'short', parent: 'root', service: 'front', at: [12, 60] },
    ]);
    expect(healed(root, 'short', 1)).toBeCloseTo(100, 3);
    expect(healed(root, 'long', 10)).toBeCloseTo(70, 3);
  });

  it('moves what waits for a step along two ways with the later of them', () => {
    const root = rootOf([
      front,
      { id: 'a', parent: 'root', service: 'front', at: [0, 40] },
      { id: 'b', parent: 'root', service: 'front', at: [0, 30] },
      { id: 'after', parent: 'root', service: 'front', at: [40, 100] },
    ]);
    expect(healed(root, 'a', 35)).toBeCloseTo(95, 3);
    expect(healed(root, 'b', 1)).toBeCloseTo(100, 3);
  });

  it('is never longer than it was, and the same where nothing is healed', () => {
    const step = fc.record({ from: fc.integer({ min: 0, max: 90 }), lasts: fc.integer({ min: 1, max: 60 }) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 8 }), fc.nat(7), (steps, which) => {
        const root = rootOf([
          front,
          ...steps.map(({ from, lasts }, at): MadeSpan => ({
            id: `s${at}`,
            parent: 'root',
            service: 'front',
            at: [from, from + lasts],
          })),
        ]);
        expect(replayedMs(root, ({ ownMs }) => ownMs)).toBeCloseTo(100, 3);
        const shorter = healed(root, `s${which}`, 0);
        expect(shorter).toBeLessThanOrEqual(100.001);
        expect(shorter).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

describe('the requests of spans', () => {
  it('give what a client waits beyond the server to the edge, whatever the clocks say', () => {
    const root = rootOf([
      front,
      { id: 'client', parent: 'root', service: 'front', at: [10, 60] },
      { id: 'server', parent: 'client', service: 'orders', at: [1_000, 1_030] },
    ]);
    const own = [...stepsOf(root)].map(([{ place, ownMs }]) => [placeLabel(place), Math.round(ownMs)]);
    expect(own).toEqual(
      expect.arrayContaining([
        ['front', 50],
        ['front > orders', 20],
        ['orders', 30],
      ]),
    );
  });

  it('take a handler that a call fills for the parent of the call', () => {
    const root = rootOf([
      front,
      { id: 'handler', parent: 'root', service: 'front', at: [5, 98] },
      { id: 'client', parent: 'root', service: 'front', at: [7, 99] },
      { id: 'server', parent: 'client', service: 'orders', at: [10, 90] },
    ]);
    expect(root.children.map(({ operation }) => operation)).toEqual(['handler']);
    expect(replayedMs(root, (step) => (step.operation === 'server' ? 20 : step.ownMs))).toBeLessThan(45);
  });

  it('leave out what is in a circle of parents, and what is too deep', () => {
    const deep = Array.from({ length: 2_000 }, (_, at): MadeSpan => ({
      id: `d${at}`,
      ...(at === 0 ? {} : { parent: `d${at - 1}` }),
      service: 'a',
      at: [0, 10],
    }));
    const circle: MadeSpan[] = [
      { id: 'x', parent: 'y', service: 'a', at: [0, 1] },
      { id: 'y', parent: 'x', service: 'a', at: [0, 1] },
    ];
    const requests = requestsOf(madeTrace('t', [...deep, ...circle]));
    expect(requests.length).toBe(1);
    expect([...stepsOf(rootOf(deep))].length).toBe(501);
  });
});
