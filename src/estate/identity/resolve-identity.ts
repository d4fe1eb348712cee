import { compareText } from '../../kernel/index.ts';
import type { Collector } from '../../../connectors/observation/index.ts';
import type { ComponentKind } from '../facts/component-kind.ts';
import { DisjointSets } from './disjoint-sets.ts';
import { joinBySharedName } from './join-by-shared-name.ts';
import type { Join } from './join-by-shared-name.ts';
import { joinByLikelyName } from './join-by-likely-name.ts';
import { nameComponents } from './name-components.ts';
import { matchProjects } from './match-projects.ts';
import type { Name, Seen } from './sighting.ts';

/** Why two sightings are taken for one component. */
export interface Joint {
  /** What was compared, in words. */
  readonly because: string;
  /** The name that decided. */
  readonly name: string;
  /** Whose sightings were joined, sorted. */
  readonly collectors: readonly Collector[];
}

/** A name that could belong to several components, so that nothing was joined by it. */
export interface Ambiguity {
  readonly name: string;
  /** The components that it may mean, sorted. */
  readonly candidates: readonly string[];
}

/** A component, and everything that was found to be it. */
export interface ResolvedComponent {
  /** Unique in the estate. */
  readonly name: string;
  readonly kind: ComponentKind;
  /** The compose project or the telemetry's namespace, where there is one. */
  readonly group: string | undefined;
  readonly names: readonly Name[];
  readonly collectors: readonly Collector[];
  readonly joints: readonly Joint[];
}

/** What identity resolution gives. */
export interface Identity {
  /** Sorted by name. */
  readonly components: readonly ResolvedComponent[];
  /** The component of each sighting, by the sighting's id. */
  readonly componentOf: ReadonlyMap<string, string>;
  /** Sorted by name. */
  readonly ambiguities: readonly Ambiguity[];
}

/** From the most telling to the least: what an inventory knows of an image beats what a caller sees of a peer. */
const kindsByWeight: readonly ComponentKind[] = [
  'certificate',
  'host',
  'database',
  'cache',
  'queue',
  'gateway',
  'job',
  'service',
  'external',
];

const sorted = <Item extends string>(items: Iterable<Item>): Item[] => [...new Set(items)].sort();

function kindOf(seen: readonly Seen[]): ComponentKind {
  const own = seen.filter(({ inventory }) => inventory !== undefined);
  const kinds = [...own, ...seen].flatMap(({ sighting }) => sighting.kind ?? []);
  // A container of this estate is not external, whatever its callers say.
  const candidates = own.length === 0 ? kinds : kinds.filter((kind) => kind !== 'external');
  // Callers say of each peer what it is; what is measured without saying so is a service.
  return kindsByWeight.find((kind) => candidates.includes(kind)) ?? 'service';
}

function namesOf(seen: readonly Seen[]): Name[] {
  const names = new Map(
    seen.flatMap(({ sighting }) => sighting.names.map((name) => [`${name.scheme}\0${name.value}`, name] as const)),
  );
  return [...names].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, name]) => name);
}

/** Sets of sightings, of which none ever holds two that one inventory lists. */
class SightingSets extends DisjointSets {
  /** By the root of a set: its sighting of each inventory. */
  readonly #listed = new Map<string, Map<string, string>>();

  constructor(seen: readonly Seen[]) {
    super(seen.map(({ id }) => id));
    for (const { id, inventory } of seen) if (inventory !== undefined) this.#listed.set(id, new Map([[inventory, id]]));
  }

  /** Whether two sightings may be one component. */
  canJoin(a: string, b: string): boolean {
    const [one, other] = [this.#listed.get(this.rootOf(a)), this.#listed.get(this.rootOf(b))];
    if (one === undefined || other === undefined || this.rootOf(a) === this.rootOf(b)) return true;
    return [...one.keys()].every((inventory) => !other.has(inventory));
  }

  override join(a: string, b: string): boolean {
    const before = [this.rootOf(a), this.rootOf(b)];
    if (!super.join(a, b)) return false;
    const lists = before.flatMap((root) => [...(this.#listed.get(root) ?? [])]);
    for (const root of before) this.#listed.delete(root);
    if (lists.length > 0) this.#listed.set(this.rootOf(a), new Map(lists));
    return true;
  }
}

/**
 * Finds which sightings are the same component. A name that two readings share joins them where the scheme makes it
 * unique (a container's id, a service of a compose project, a service name of telemetry). A likely name (an address,
 * a service called alike) joins only where it can mean one component; where it may mean several, nothing is joined and the
 * ambiguity is reported. Two things that one inventory lists are never joined. The order of the sightings does not matter.
 *
 * @param seen - All sightings in force.
 */
export function resolveIdentity(seen: readonly Seen[]): Identity {
  const ordered = [...seen].sort((a, b) => compareText(a.id, b.id));
  const sets = new SightingSets(ordered);
  const reasons: { readonly member: string; readonly because: string; readonly name: string }[] = [];
  const join: Join = (a, b, because, name) => {
    if (!sets.canJoin(a, b)) return false;
    if (sets.join(a, b)) reasons.push({ member: a, because, name });
    return true;
  };
  joinBySharedName(ordered, matchProjects(ordered), join);
  const unclear = joinByLikelyName(ordered, sets, join);

  const groups = Map.groupBy(ordered, ({ id }) => sets.rootOf(id));
  const reasonsOf = Map.groupBy(reasons, ({ member }) => sets.rootOf(member));
  const nameOf = nameComponents(groups);
  const components = [...groups].map(([root, members]): ResolvedComponent => {
    const collectors = sorted(members.map(({ collector }) => collector));
    return {
      name: nameOf.get(root) ?? root,
      kind: kindOf(members),
      group: sorted(members.flatMap(({ sighting }) => sighting.group ?? []))[0],
      names: namesOf(members),
      collectors,
      joints: distinct((reasonsOf.get(root) ?? []).map(({ because, name }) => ({ because, name, collectors }))),
    };
  });
  return {
    components: components.sort((a, b) => compareText(a.name, b.name)),
    componentOf: new Map(ordered.map(({ id }) => [id, nameOf.get(sets.rootOf(id)) ?? id])),
    ambiguities: unclear
      .map(({ name, members }) => ({
        name,
        candidates: sorted(members.map((id) => nameOf.get(sets.rootOf(id)) ?? id)),
      }))
      .filter(({ candidates }) => candidates.length > 1)
      .sort((a, b) => compareText(a.name, b.name)),
  };
}

function distinct(joints: readonly Joint[]): Joint[] {
  const byReason = new Map(joints.map((joint) => [`${joint.because}\0${joint.name}`, joint]));
  return [...byReason].sort(([a], [b]) => compareText(a, b)).map(([, joint]) => joint);
}
