import type { Collector } from '../../../connectors/observation/index.ts';
import type { DisjointSets } from './disjoint-sets.ts';
import type { Join } from './join-by-shared-name.ts';
import type { Name, Seen } from './sighting.ts';

/** A name that may mean several components, and the sightings that it may mean. */
export interface Unclear {
  readonly name: string;
  readonly members: readonly string[];
}

interface Candidate {
  readonly id: string;
  readonly collector: Collector;
  readonly group: string | undefined;
  /** It stands in an inventory or a configuration, which has the thing itself and does not only hear of it. */
  readonly isOwner: boolean;
  /** It sends telemetry under this very name. */
  readonly isSender: boolean;
  readonly because: string;
}

/** How a person would write the same name: `Product_Catalog` and `product-catalog`. */
const alike = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

const lastPart = (value: string): string => value.slice(value.lastIndexOf('/') + 1);

/** What a cluster's name server puts behind a service's name; `.internal` and `.local` alone are anybody's. */
const clusterEnd = /\..*\bsvc(?:\.cluster\.local)?\.?$/;

/** A host name, as `alike`; of a name with dots each part counts, as `api.pay.example` is no `api-pay-example`. */
const alikeHost = (host: string): string =>
  host
    .split('.')
    .map((label) => alike(label))
    .join('.');

/** What others may call a component by this name of it. */
function likelyKey({ scheme, value }: Name): { readonly key: string; readonly because: string } | undefined {
  switch (scheme) {
    case 'address':
      // An IP address says nothing of a name; the first label of a qualified name does inside a cluster.
      if (/^[\d.:[\]a-f]+$/i.test(value) && /[.:]/.test(value)) return { key: value, because: 'the same address' };
      return { key: alikeHost(value.replace(clusterEnd, '')), because: 'reached by that name' };
    case 'compose-service':
    case 'otel-service':
      return { key: alike(lastPart(value)), because: 'called alike' };
    case 'workload':
    case 'container-name':
      return { key: alike(value), because: 'called alike' };
    default:
      return undefined;
  }
}

function candidatesByKey(seen: readonly Seen[]): Map<string, Candidate[]> {
  const byKey = new Map<string, Candidate[]>();
  for (const { id, collector, inventory, sighting } of seen) {
    const isOwner = inventory !== undefined;
    for (const name of sighting.names) {
      const likely = likelyKey(name);
      if (likely === undefined || likely.key === '') continue;
      const isSender = name.scheme === 'otel-service';
      const candidate = { id, collector, group: sighting.group, isOwner, isSender, because: likely.because };
      const known = byKey.get(likely.key);
      if (known === undefined) byKey.set(likely.key, [candidate]);
      else known.push(candidate);
    }
  }
  return byKey;
}

/** Which of several components a name means to one that hears of it; undefined where that is not clear. */
function meantBy(hearer: Candidate, targets: readonly Candidate[], isContested: boolean): Candidate | undefined {
  const sameGroup = targets.filter(({ group }) => group !== undefined && group === hearer.group);
  const possible = sameGroup.length > 0 ? sameGroup : isContested ? [] : targets;
  return possible.length === 1 ? possible[0] : undefined;
}

/** Who has the thing, else who says that it is the thing, else the first of each group who heard of it. */
function targetsOf(candidates: readonly Candidate[], sets: DisjointSets): readonly Candidate[] {
  const firstBy = (some: readonly Candidate[], keyOf: (one: Candidate) => string | undefined): Candidate[] => [
    ...new Map([...some].reverse().map((one) => [keyOf(one), one])).values(),
  ];
  const distinctRoots = (some: readonly Candidate[]): Candidate[] => firstBy(some, ({ id }) => sets.rootOf(id));
  const owners = candidates.filter(({ isOwner }) => isOwner);
  if (owners.length > 0) return distinctRoots(owners);
  const senders = candidates.filter(({ isSender }) => isSender);
  if (senders.length > 0) return distinctRoots(senders);
  const grouped = firstBy(
    candidates.filter(({ group }) => group !== undefined),
    ({ group }) => group,
  );
  return grouped.length > 0 ? distinctRoots(grouped) : candidates.slice(0, 1);
}

/** Collectors that met the name in several groups: it is the name of several components to them. */
function contestedBy(hearers: readonly Candidate[]): ReadonlySet<Collector> {
  const groups = Map.groupBy(
    hearers.filter(({ group }) => group !== undefined),
    ({ collector }) => collector,
  );
  const isContested = (some: readonly Candidate[]): boolean => new Set(some.map(({ group }) => group)).size > 1;
  return new Set([...groups].filter(([, some]) => isContested(some)).map(([collector]) => collector));
}

/**
 * Joins what only hears of a component (a caller's spans, a metric's label) with the one component that it can mean:
 * that of its own group (compose project, namespace) where that has one of the name, else the only one of the estate.
 *
 * @param seen - All sightings, sorted.
 * @param sets - What is joined so far.
 * @param join - Joins two.
 * @returns The names that may mean several components; nothing was joined by them.
 */
export function joinByLikelyName(seen: readonly Seen[], sets: DisjointSets, join: Join): Unclear[] {
  const unclear: Unclear[] = [];
  for (const [key, candidates] of [...candidatesByKey(seen)].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const hearers = candidates.filter(({ isOwner }) => !isOwner);
    const targets = targetsOf(candidates, sets);
    const targetRoots = new Set(targets.map(({ id }) => sets.rootOf(id)));
    const contested = contestedBy(hearers);
    for (const hearer of hearers) {
      // It is one of them already, by a better name.
      if (targetRoots.has(sets.rootOf(hearer.id))) continue;
      // Two of one name in two namespaces cannot both be the one component that is called so.
      const meant = meantBy(hearer, targets, contested.has(hearer.collector));
      if (meant === undefined || !join(meant.id, hearer.id, hearer.because, key))
        unclear.push({ name: key, members: [hearer.id, ...targets.map(({ id }) => id)] });
    }
  }
  return unclear;
}
