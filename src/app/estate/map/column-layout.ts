import type { Layout, Point } from './layout.ts';

const columnGap = 220;
const rowGap = 24;
const margin = 20;

/** How many lines each box is from where lines begin; where a circle has no beginning, its first box is one. */
function distances(boxCount: number, lines: readonly (readonly [from: number, to: number])[]): readonly number[] {
  const next = Map.groupBy(lines, ([from]) => from);
  const isReached = new Array<boolean>(boxCount).fill(false);
  for (const [from, to] of lines) if (from !== to) isReached[to] = true;
  const distance = new Array<number>(boxCount).fill(-1);
  const walk = (starts: readonly number[]): void => {
    let layer = [...starts];
    for (let depth = 0; layer.length > 0; depth += 1) {
      for (const box of layer) distance[box] = depth;
      const following = layer.flatMap((box) => (next.get(box) ?? []).map(([, to]) => to));
      layer = [...new Set(following)].filter((box) => distance[box] === -1);
    }
  };
  const boxes = Array.from({ length: boxCount }, (_, index) => index);
  walk(boxes.filter((box) => isReached[box] !== true));
  for (const box of boxes) if (distance[box] === -1) walk([box]);
  return distance;
}

/**
 * Places boxes in columns by how far they are from where lines begin, each beside those that lead to it; lines run
 * straight. It crosses more lines than layers do, in time that is linear in their number.
 *
 * @param boxes - Their sizes.
 * @param lines - Pairs of places in `boxes`.
 */
export function columnLayout(
  boxes: readonly { readonly width: number; readonly height: number }[],
  lines: readonly (readonly [from: number, to: number])[],
): Layout {
  const distance = distances(boxes.length, lines);
  const columns = Map.groupBy(boxes.keys(), (box) => distance[box] ?? 0);
  const before = Map.groupBy(lines, ([, to]) => to);
  const places: Point[] = [];
  let left = margin;
  let bottom = 0;
  for (const [, column] of [...columns].sort(([a], [b]) => a - b)) {
    const width = column.reduce((widest, box) => Math.max(widest, boxes[box]?.width ?? 0), 0);
    const wanted = (box: number): number => {
      const heights = (before.get(box) ?? []).flatMap(([from]) => places[from]?.y ?? []);
      return heights.length === 0 ? 0 : heights.reduce((sum, y) => sum + y, 0) / heights.length;
    };
    const ordered = column.map((box) => ({ box, y: wanted(box) })).sort((a, b) => a.y - b.y || a.box - b.box);
    let top = margin;
    for (const { box } of ordered) {
      const height = boxes[box]?.height ?? 0;
      places[box] = { x: left + width / 2, y: top + height / 2 };
      top += height + rowGap;
    }
    bottom = Math.max(bottom, top);
    left += width + columnGap;
  }
  const side = (box: number, sign: 1 | -1): Point => {
    const { x, y } = places[box] ?? { x: 0, y: 0 };
    return { x: x + (sign * (boxes[box]?.width ?? 0)) / 2, y };
  };
  return {
    width: Math.ceil(Math.max(0, left - columnGap) + margin),
    height: Math.ceil(bottom - rowGap + margin),
    boxes: boxes.map((_, index) => places[index] ?? { x: 0, y: 0 }),
    lines: lines.map(([from, to]) => {
      const isForward = (places[from]?.x ?? 0) < (places[to]?.x ?? 0);
      return isForward ? [side(from, 1), side(to, -1)] : [side(from, -1), side(to, 1)];
    }),
  };
}
