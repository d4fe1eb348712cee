import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createRandom } from '../../../kernel/index.ts';
import { columnLayout } from './column-layout.ts';
import { countBends } from './count-bends.ts';
import { layeredLayout } from './layered-layout.ts';

type Lines = readonly (readonly [number, number])[];

const boxesOf = (count: number) => Array.from({ length: count }, () => ({ width: 120, height: 62 }));

const graphs = fc.integer({ min: 1, max: 25 }).chain((count) => {
  const box = fc.nat({ max: count - 1 });
  const lines = fc.uniqueArray(fc.tuple(box, box), { selector: ([from, to]) => `${from} ${to}`, maxLength: 60 });
  return lines.map((some): readonly [number, Lines] => [count, some]);
});

/** No two boxes lie over one another, and all lie in the picture. */
function expectApart({ width, height, boxes }: ReturnType<typeof layeredLayout>): void {
  for (const [index, { x, y }] of boxes.entries()) {
    expect(x - 60).toBeGreaterThanOrEqual(0);
    expect(x + 60).toBeLessThanOrEqual(width);
    expect(y - 31).toBeGreaterThanOrEqual(0);
    expect(y + 31).toBeLessThanOrEqual(height);
    for (const other of boxes.slice(index + 1)) {
      expect(Math.abs(x - other.x) >= 120 || Math.abs(y - other.y) >= 62).toBe(true);
    }
  }
}

describe('countBends', () => {
  it('counts the layers that lines pass', () => {
    expect(countBends(4, [[0, 1], [1, 2], [2, 3], [0, 3]])).toBe(2); // prettier-ignore
    expect(countBends(3, [[0, 1], [1, 2], [2, 0]])).toBe(1); // prettier-ignore
    expect(countBends(1, [[0, 0]])).toBe(0);
  });

  it('goes through chains that are longer than a stack', () => {
    const chain: Lines = Array.from({ length: 50_000 }, (_, index) => [index, index + 1]);
    expect(countBends(50_001, chain)).toBe(0);
  });
});

describe.each([
  ['layeredLayout', layeredLayout],
  ['columnLayout', columnLayout],
])('%s', (_name, layout) => {
  it('places all boxes of any graph apart, and gives every line its bends', () => {
    fc.assert(
      fc.property(graphs, ([count, lines]) => {
        const laidOut = layout(boxesOf(count), lines);
        expect(laidOut.boxes).toHaveLength(count);
        expect(laidOut.lines).toHaveLength(lines.length);
        for (const points of laidOut.lines) expect(points.length).toBeGreaterThanOrEqual(2);
        expectApart(laidOut);
      }),
      { numRuns: 50 },
    );
  });
});

describe('layeredLayout', () => {
  it('places the boxes of an estate in which everything calls everything', () => {
    const random = createRandom(3);
    const count = 2_000;
    const lines = Array.from({ length: 4 * count }, (_, index): readonly [number, number] => [
      index % count,
      Math.floor(random.uniform() * count),
    ]);
    const { boxes, width } = layeredLayout(boxesOf(count), lines);
    expect(boxes).toHaveLength(count);
    expect(width).toBeLessThan(100_000);
  });
});
