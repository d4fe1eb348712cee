import type { Name, NameScheme, Seen } from './sighting.ts';

/**
 * Joins two sightings, saying why.
 *
 * @returns False where it is refused, because one inventory lists both.
 */
export type Join = (a: string, b: string, because: string, name: string) => boolean;

/** Schemes whose names mean one component, as long as nothing shows that several have the name. */
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

/** The end that Kubernetes draws for a pod; pods of a stateful set are counted instead, in each namespace from 0. */
const drawnPodEnd = /-[bcdfghjklmnpqrstvwxz2456789]{5}$/;

const isUniqueAnywhere = ({ scheme, value }: Name): boolean =>
  scheme === 'container-id' || scheme === 'compose-service' || (scheme === 'pod' && drawnPodEnd.test(value));

/** A sighting that has a name. */
interface Holder {
  readonly seen: Seen;
  /** Its group, by the name that its configuration gives it. */
  readonly group: string | undefined;
  readonly because: string;
  readonly name: Name;
}

function holdersByName(seen: readonly Seen[], projects: ReadonlyMap<string, string>): Map<string, Holder[]> {
  const byName = new Map<string, Holder[]>();
  for (const one of seen) {
    const { sighting, collector } = one;
    const declaredAs = collector === 'docker' ? projects.get(sighting.group ?? '') : undefined;
    for (const name of sighting.names) {
      const { scheme, value } = name;
      const plain = uniqueSchemes[scheme];
      if (plain === undefined) continue;
      const [project = '', ...service] = value.split('/');
      const renamed = scheme === 'compose-service' && collector === 'docker' ? projects.get(project) : undefined;
      const comparable = renamed === undefined ? value : [renamed, ...service].join('/');
      const because = renamed === undefined ? plain : `project ${project} runs the services that ${renamed} declares`;
      const key = `${scheme}\0${scheme === 'container-id' ? comparable.slice(0, shortIdDigits) : comparable}`;
      const holder = { seen: one, group: declaredAs ?? sighting.group, because, name };
      const known = byName.get(key);
      if (known === undefined) byName.set(key, [holder]);
      else known.push(holder);
    }
  }
  return byName;
}

const hasTwice = (items: readonly string[]): boolean => new Set(items).size < items.length;

/** Whether an inventory lists several components under the name. */
const isListedTwice = (holders: readonly Holder[]): boolean =>
  hasTwice(
    [...new Map(holders.map((holder) => [holder.seen.id, holder])).values()].flatMap(
      ({ seen }) => seen.inventory ?? [],
    ),
  );

/** Whether one collector met the name in several groups. Groups of two collectors are no namesakes: one counts compose
 * projects, another namespaces of a cluster. */
function isInSeveralGroups(holders: readonly Holder[]): boolean {
  const groupOf = new Map<string, string>();
  for (const { seen, group } of holders) {
    if (group === undefined) continue;
    if ((groupOf.get(seen.collector) ?? group) !== group) return true;
    groupOf.set(seen.collector, group);
  }
  return false;
}

/** Those who have the name, in parts that each mean one component. */
function partsOf(holders: readonly Holder[]): readonly (readonly Holder[])[] {
  const [first] = holders;
  if (first === undefined || isUniqueAnywhere(first.name)) return [holders];
  if (!isListedTwice(holders) && !isInSeveralGroups(holders)) return [holders];
  // Two stacks of one file, each with its own `OTEL_SERVICE_NAME=cart`: the group tells, and who has none is not told.
  const grouped = holders.filter(({ group }) => group !== undefined);
  return [...Map.groupBy(grouped, ({ group }) => group).values()].filter((part) => !isListedTwice(part));
}

/**
 * Joins sightings that share a name which means one component wherever it stands. A name that several components of one
 * inventory have, or that one collector met in several groups, joins within its group only.
 *
 * @param seen - All sightings, sorted.
 * @param projects - The declared project of each running one that goes by another name.
 * @param join - Joins two.
 */
export function joinBySharedName(seen: readonly Seen[], projects: ReadonlyMap<string, string>, join: Join): void {
  for (const holders of holdersByName(seen, projects).values()) {
    for (const [first, ...others] of partsOf(holders)) {
      if (first === undefined) continue;
      for (const { seen: other, because, name } of others) join(first.seen.id, other.id, because, name.value);
    }
  }
}
