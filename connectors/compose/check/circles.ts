/**
 * Finds a circle in what depends on what.
 *
 * @param dependencies - For each, whom it depends on.
 * @returns The circle, its first member again at the end; undefined where there is none.
 */
export function findCircle(dependencies: ReadonlyMap<string, readonly string[]>): readonly string[] | undefined {
  const finished = new Set<string>();
  for (const start of dependencies.keys()) {
    // By hand, as a chain may be longer than the stack.
    const way: string[] = [];
    const open = new Map<string, number>();
    const next: { name: string; rest: Iterator<string> }[] = [];
    const enter = (name: string): void => {
      open.set(name, way.length);
      way.push(name);
      next.push({ name, rest: (dependencies.get(name) ?? [])[Symbol.iterator]() });
    };
    if (!finished.has(start)) enter(start);
    for (let top = next.at(-1); top !== undefined; top = next.at(-1)) {
      const step = top.rest.next();
      if (step.done === true) {
        finished.add(top.name);
        open.delete(top.name);
        way.pop();
        next.pop();
        continue;
      }
      const seenAt = open.get(step.value);
      if (seenAt !== undefined) return [...way.slice(seenAt), step.value];
      if (!finished.has(step.value)) enter(step.value);
    }
  }
  return undefined;
}
