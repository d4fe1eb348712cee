import type { CallGraph } from './call-graph.ts';

/**
 * The largest groups of operations that all cause each other, over however many others (strongly connected components
 * after Tarjan, 1972, without recursion: models are wide).
 *
 * @param graph - Who causes whom.
 * @returns Groups that hold a circle, each in the order of its calls as far as there is one.
 */
export function circlesOf(graph: CallGraph): readonly (readonly string[])[] {
  const indices = new Map<string, number>();
  const lows = new Map<string, number>();
  const onStack = new Set<string>();
  const stack: string[] = [];
  const circles: string[][] = [];
  const enter = (name: string): { name: string; next: number } => {
    indices.set(name, indices.size);
    lows.set(name, indices.get(name) as number);
    stack.push(name);
    onStack.add(name);
    return { name, next: 0 };
  };
  const lower = (name: string, to: number): void => {
    lows.set(name, Math.min(lows.get(name) as number, to));
  };
  const leave = (name: string): void => {
    if (lows.get(name) !== indices.get(name)) return;
    const group = stack.splice(stack.lastIndexOf(name));
    for (const each of group) onStack.delete(each);
    if (group.length > 1 || (graph.get(name) ?? []).some(({ to }) => to === name)) circles.push(group);
  };
  for (const start of graph.keys()) {
    if (indices.has(start)) continue;
    const way = [enter(start)];
    for (let top = way.at(-1); top !== undefined; top = way.at(-1)) {
      const called = graph.get(top.name)?.[top.next++]?.to;
      if (called === undefined) {
        leave(top.name);
        way.pop();
        const above = way.at(-1);
        if (above !== undefined) lower(above.name, lows.get(top.name) as number);
      } else if (!indices.has(called)) way.push(enter(called));
      else if (onStack.has(called)) lower(top.name, indices.get(called) as number);
    }
  }
  return circles;
}

/** Where the bounds are this close together, more rounds say no more than rounding does. */
const tolerance = 1e-9;

const mostRounds = 10_000;

/**
 * How many requests one request in a circle becomes by each round of calls: the spectral radius of their expected numbers.
 * From 1 on, it does not end. Bounded from both sides after Collatz and Wielandt, on the matrix plus 1, which keeps circles
 * of even length from swinging.
 *
 * @param circle - A group of `circlesOf`.
 * @param graph - Who causes whom.
 */
export function growthOf(circle: readonly string[], graph: CallGraph): number {
  const at = new Map(circle.map((name, index) => [name, index]));
  const rows = circle.map((name) =>
    (graph.get(name) ?? []).flatMap(({ to, times }) => {
      const column = at.get(to);
      return column === undefined ? [] : [{ column, times }];
    }),
  );
  let vector = circle.map(() => 1);
  let [low, high] = [0, Infinity];
  for (let round = 0; round < mostRounds && high - low > tolerance; round++) {
    const next = rows.map((row, index) =>
      row.reduce((sum, { column, times }) => sum + times * (vector[column] ?? 0), vector[index] ?? 0),
    );
    const ratios = next.map((value, index) => value / (vector[index] ?? 1));
    low = Math.max(low, Math.min(...ratios) - 1);
    high = Math.min(high, Math.max(...ratios) - 1);
    // Whether it ends is known long before how fast it grows, but who reads it wants the number.
    const largest = Math.max(...next);
    vector = next.map((value) => value / largest);
  }
  const growth = (low + high) / 2;
  return Math.abs(growth - 1) < 1e-6 ? 1 : growth;
}
