/**
 * Finds services that wait on each other in a circle.
 *
 * @param dependencies - For each service, whom it waits on.
 * @returns The circle, its first member again at the end; undefined where there is none.
 */
export function findCircle(dependencies: Readonly<Record<string, readonly string[]>>): readonly string[] | undefined {
  const finished = new Set<string>();
  const visit = (service: string, way: readonly string[]): readonly string[] | undefined => {
    if (finished.has(service)) return undefined;
    const seenAt = way.indexOf(service);
    if (seenAt >= 0) return [...way.slice(seenAt), service];
    for (const next of dependencies[service] ?? []) {
      const circle = visit(next, [...way, service]);
      if (circle !== undefined) return circle;
    }
    finished.add(service);
    return undefined;
  };
  for (const service of Object.keys(dependencies)) {
    const circle = visit(service, []);
    if (circle !== undefined) return circle;
  }
  return undefined;
}
