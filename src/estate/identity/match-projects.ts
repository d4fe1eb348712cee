import type { Seen } from './sighting.ts';

/** A declared project must have at least this share of its services running under the other name to be taken for it. */
const enoughRatio = 0.5;

const splitService = (value: string): readonly [project: string, service: string] => {
  const at = value.indexOf('/');
  return [value.slice(0, at), value.slice(at + 1)];
};

function servicesByProject(seen: readonly Seen[], collector: Seen['collector']): Map<string, Set<string>> {
  const projects = new Map<string, Set<string>>();
  for (const { sighting, collector: by } of seen) {
    if (by !== collector) continue;
    for (const { scheme, value } of sighting.names) {
      if (scheme !== 'compose-service') continue;
      const [project, service] = splitService(value);
      projects.set(project, (projects.get(project) ?? new Set()).add(service));
    }
  }
  return projects;
}

/**
 * Finds running compose projects that are a declared one under another name (`docker compose -p production`): neither
 * side has a namesake, and at least half of the declared services run. Where two would fit, none is taken.
 *
 * @param seen - All sightings.
 * @returns The declared project of each running one that goes by another name.
 */
export function matchProjects(seen: readonly Seen[]): ReadonlyMap<string, string> {
  const declared = servicesByProject(seen, 'compose');
  const running = servicesByProject(seen, 'docker');
  const matches = new Map<string, string>();
  const isFree = (name: string): boolean => !(declared.has(name) && running.has(name));
  for (const [project, services] of declared) {
    if (!isFree(project)) continue;
    const candidates = [...running].filter(
      ([name, found]) =>
        isFree(name) && [...services].filter((one) => found.has(one)).length >= services.size * enoughRatio,
    );
    const [only] = candidates;
    if (candidates.length !== 1 || only === undefined) continue;
    // Two files that fit one running project as well say nothing.
    if (matches.has(only[0])) matches.set(only[0], '');
    else matches.set(only[0], project);
  }
  for (const [name, project] of matches) if (project === '') matches.delete(name);
  return matches;
}
