import { describe, expect, it } from '@jest/globals';
import { madeAverages } from '../../../testing/made-averages.ts';
import type { MadeSystem } from '../../../testing/made-averages.ts';
import { createRandom } from '../../../src/kernel/index.ts';
import { drawCallsOf } from './drawn-calls.ts';
import { quantileOf } from './quantile-of.ts';

const twoEntries: MadeSystem = {
  front: { ownMs: 5, fromOutside: 400, calls: { orders: { perRequest: 0.5 }, search: { perRequest: 2 } } },
  probe: { ownMs: 1, fromOutside: 300, calls: { orders: { perRequest: 0.6 } } },
  orders: { ownMs: 10, calls: { search: { perRequest: 1, passesFailures: false } } },
  search: { ownMs: 3, failedRatio: 0.01 },
};

/** The draws of one edge, over several made systems. */
const drawsOf = (caller: string, callee: string, seed: number): readonly { perRequest: number; passed: number }[] => {
  const random = createRandom(seed);
  const draw = drawCallsOf(madeAverages(random, twoEntries, 100));
  return Array.from({ length: 60 }, () => {
    const found = draw(random).find((call) => call.caller === caller && call.callee === callee)!;
    return { perRequest: found.perRequest, passed: found.failuresPassedRatio ?? NaN };
  });
};

const seeds = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

describe('drawCallsOf', () => {
  it.each([
    ['front', 'orders', 0.5],
    ['probe', 'orders', 0.6],
    ['front', 'search', 2],
    ['orders', 'search', 1],
  ])('finds how often %s calls %s as their mix changes', (caller, callee, truth) => {
    const middles = seeds.map((seed) =>
      quantileOf(
        drawsOf(caller, callee, seed).map(({ perRequest }) => perRequest),
        0.5,
      ),
    );
    expect(Math.abs(quantileOf(middles, 0.5) - truth)).toBeLessThan(0.1 * truth);
  });

  it('gives intervals that hold the truth about as often as they say', () => {
    const held = seeds.filter((seed) => {
      const drawn = drawsOf('front', 'orders', seed).map(({ perRequest }) => perRequest);
      return quantileOf(drawn, 0.05) <= 0.5 && quantileOf(drawn, 0.95) >= 0.5;
    });
    // Nine of ten; six or fewer by chance once in eighty.
    expect(held.length).toBeGreaterThanOrEqual(7);
  });

  it('lets the requests of a callee add up', () => {
    const estate = madeAverages(createRandom(3), twoEntries, 50);
    const total = (name: string): number => estate.components.get(name)!.requests.reduce((sum, count) => sum + count);
    const search = drawCallsOf(estate)(createRandom(4)).filter(({ callee }) => callee === 'search');
    const explained = search.reduce((sum, { caller, perRequest }) => sum + perRequest * total(caller), 0);
    expect(explained).toBeCloseTo(total('search'), 6);
  });

  it('sees whether a caller fails with its callee, and says nothing where nothing failed', () => {
    const passed = (caller: string): number =>
      quantileOf(
        drawsOf(caller, 'search', 1).map((draw) => draw.passed),
        0.5,
      );
    expect(passed('front')).toBeGreaterThan(0.6);
    expect(passed('orders')).toBeLessThan(0.3);
    expect(drawsOf('front', 'orders', 1)[0]!.passed).toBeNaN();
  });
});
