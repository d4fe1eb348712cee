import type { NameScheme, Seen } from './sighting.ts';

/** Joins two sightings, saying why. */
export type Join = (a: string, b: string, because: string, name: string) => void;

/** Schemes whose names mean one component wherever they stand. */
const uniqueSchemes: Partial<Record<NameScheme, string>> = {
  'compose-service': 'the same service of a compose project',
  'otel-service': 'the same service name in telemetry',
  'container-id': 'the same container',
  'container-name': 'the same container name',
  pod: 'the same pod',
  workload: 'the same workload',
};

/** How many digits of a container's id a container knows of itself, as its host name. */
const shortIdDigits = 12;

/**
 * Joins sightings that share a name which means one component wherever it stands.
 *
 * @param seen - All sightings, sorted.
 * @param projects - The declared project of each running one that goes by another name.
 * @param join - Joins two.
 */
export function joinBySharedName(seen: readonly Seen[], projects: ReadonlyMap<string, string>, join: Join): void {
  const first = new Map<string, string>();
  for (const { id, sighting, collector } of seen) {
    for (const { scheme, value } of sighting.names) {
      const because = uniqueSchemes[scheme];
      if (because === undefined) continue;
      const [project = '', ...service] = value.split('/');
      const renamed = scheme === 'compose-service' && collector === 'docker' ? projects.get(project) : undefined;
      const comparable = renamed === undefined ? value : [renamed, ...service].join('/');
      const key = `${scheme}\0${scheme === 'container-id' ? comparable.slice(0, shortIdDigits) : comparable}`;
      const known = first.get(key);
      if (known === undefined) first.set(key, id);
      else if (renamed === undefined) join(known, id, because, value);
      else join(known, id, `project ${project} runs the services that ${renamed} declares`, value);
    }
  }
}
