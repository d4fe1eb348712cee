/**
 * How many places a layered picture needs beside its boxes: one for each layer that a line passes. Layers are those of the
 * longest paths, once the lines that go back are turned round; the layout itself finds fewer, seldom by much.
 *
 * @param boxCount - How many boxes there are.
 * @param lines - Pairs of places among them.
 */
export function countBends(boxCount: number, lines: readonly (readonly [from: number, to: number])[]): number {
  const next: number[][] = Array.from({ length: boxCount }, () => []);
  for (const [from, to] of lines) if (from !== to) next[from]?.push(to);
  const order = depthFirstOrder(next);
  const forward = lines.map(([from, to]): readonly [number, number] =>
    (order[from] ?? 0) <= (order[to] ?? 0) ? [from, to] : [to, from],
  );
  const layers = Array.from({ length: boxCount }, () => 0);
  const sorted = forward.toSorted(([a], [b]) => (order[a] ?? 0) - (order[b] ?? 0));
  for (const [from, to] of sorted) layers[to] = Math.max(layers[to] ?? 0, (layers[from] ?? 0) + 1);
  return forward.reduce((sum, [from, to]) => sum + Math.max(0, (layers[to] ?? 0) - (layers[from] ?? 0) - 1), 0);
}

/** The place of each box in an order in which only lines of a circle go back. */
function depthFirstOrder(next: readonly (readonly number[])[]): readonly number[] {
  const order = new Array<number>(next.length).fill(-1);
  const at = new Array<number>(next.length).fill(0);
  const isMet = new Array<boolean>(next.length).fill(false);
  let last = next.length;
  for (const [start] of next.entries()) {
    if (isMet[start] === true) continue;
    isMet[start] = true;
    // A stack of its own: a chain of thousands must not end in a stack overflow.
    const open = [start];
    for (let box = open.at(-1); box !== undefined; box = open.at(-1)) {
      const to = next[box]?.[at[box] ?? 0];
      if (to === undefined) {
        order[box] = last -= 1;
        open.pop();
      } else {
        at[box] = (at[box] ?? 0) + 1;
        if (isMet[to] !== true) {
          isMet[to] = true;
          open.push(to);
        }
      }
    }
  }
  return order;
}
