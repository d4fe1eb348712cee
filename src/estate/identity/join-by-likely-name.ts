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
  readonly group: string | undefined;
  /** An inventory or a configuration: it has the thing itself, and does not only hear of it. */
  readonly isOwner: boolean;
  /** It sends telemetry under this very name. */
  readonly isSender: boolean;
  readonly because: string;
}

/** How a person would write the same name: `Product_Catalog` and `product-catalog`. */
const alike = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

const lastPart = (value: string): string => value.slice(value.lastIndexOf('/') + 1);

/** What others may call a component by this name of it. */
function likelyKey({ scheme, value }: Name): { readonly key: string; readonly because: string } | undefined {
  switch (scheme) {
    case 'address':
      // An IP address says nothing of a name; the first label of a qualified name does inside a cluster or a project.
      if (/^[\d.:[\]a-f]+$/i.test(value) && /[.:]/.test(value)) return { key: value, because: 'the same address' };
      return {
        key: alike(value.replace(/\.(?:.*\.)?(?:svc|local|internal|cluster)(?:\..*)?$/, '')),
        because: 'reached by that name',
      };
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
  for (const { id, collector, sighting } of seen) {
    const isOwner = collector === 'docker' || collector === 'compose';
    for (const name of sighting.names) {
      const likely = likelyKey(name);
      if (likely === undefined || likely.key === '') continue;
      const isSender = name.scheme === 'otel-service';
      const candidate = { id, group: sighting.group, isOwner, isSender, because: likely.because };
      byKey.set(likely.key, [...(byKey.get(likely.key) ?? []), candidate]);
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
  const distinctRoots = (some: readonly Candidate[]): Candidate[] => [
    ...new Map([...some].reverse().map((one) => [sets.rootOf(one.id), one])).values(),
  ];
  for (const [key, candidates] of [...candidatesByKey(seen)].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const hearers = candidates.filter(({ isOwner }) => !isOwner);
    const owners = distinctRoots(candidates.filter(({ isOwner }) => isOwner));
    const senders = distinctRoots(hearers.filter(({ isSender }) => isSender));
    const [firstHearer] = hearers;
    // Who has the thing, else who says that it is the thing, else the first who heard of it.
    const targets =
      [owners, senders, firstHearer === undefined ? [] : [firstHearer]].find(({ length }) => length > 0) ?? [];
    const targetRoots = new Set(targets.map(({ id }) => sets.rootOf(id)));
    for (const hearer of hearers) {
      // It is one of them already, by a better name.
      if (targetRoots.has(sets.rootOf(hearer.id))) continue;
      // Two senders of one name, in two namespaces, cannot both be the one component that is called so.
      const meant = meantBy(hearer, targets, hearer.isSender && senders.length > 1);
      if (meant === undefined) unclear.push({ name: key, members: [hearer.id, ...targets.map(({ id }) => id)] });
      else join(meant.id, hearer.id, hearer.because, key);
    }
  }
  return unclear;
}
