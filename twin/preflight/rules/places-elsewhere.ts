import { applyChange } from '../change/index.ts';
import type { Disturbance } from '../change/index.ts';
import { EstateView } from '../estate-view.ts';
import { roomFor } from '../reasoning/index.ts';
import type { Room } from '../reasoning/index.ts';
import type { RuleInput } from '../rule.ts';

/** Instances that left their nodes, and the places that there are for them. */
export interface PlacesElsewhere {
  /** How many have had to leave so far, by this drain and by those before it. */
  readonly left: number;
  /** The nodes that they left, in the order of the drains. */
  readonly nodes: readonly string[];
  /** How many places there are for them. */
  readonly places: number;
  /** How many have none, and stay pending. */
  readonly pending: number;
  /** False where a node may yet be added; what is certain to be added leaves none pending. */
  readonly isCertain: boolean;
  readonly room: Room;
}

/** Whether an eviction is asked for, by a person or an autoscaler: a node that fails or restarts asks nobody. */
export const isAskedFor = ({ how, by }: Disturbance): boolean =>
  how === 'evicted' && (by === 'drain-node' || by === 'node-drain');

/** What was worked out before, by the number of the action: each component that a drain moves asks it again. */
const viewsOf = new WeakMap<RuleInput, Map<number, EstateView>>();

/** The estate when a drain has begun, with what was done before it and nothing of what comes later. */
function viewAtDrain(input: RuleInput, { by, node }: Disturbance): EstateView {
  const { before, actions, atMs } = input;
  const at = by === 'drain-node' ? actions.findIndex((each) => each.kind === 'drain-node' && each.node === node) : -1;
  const views = viewsOf.get(input) ?? new Map<number, EstateView>();
  viewsOf.set(input, views);
  const view = views.get(at) ?? new EstateView(applyChange(before, actions.slice(0, at + 1), atMs));
  views.set(at, view);
  return view;
}

/** Whether no node is left out of the count of places: else there may be more than were counted. */
function isWholeCount(view: EstateView, { fits }: Room, closed: readonly string[]): boolean {
  const known = new Set([...closed, ...view.known('capacity', 'component').map(({ subject }) => subject.component)]);
  const pools = view.ofEstate('node-pools');
  if (pools === undefined) return view.known('placement', 'instance').every(({ value }) => known.has(value.node));
  const isEmptiestTold = pools.every(
    ({ largestFreeCpuCores: cpu, largestFreeMemoryBytes: memory }) => cpu !== undefined || memory !== undefined,
  );
  return pools.reduce((sum, { nodes }) => sum + nodes, 0) <= known.size || (isEmptiestTold && fits === 0);
}

function placesIn(view: EstateView, drains: readonly Disturbance[], component: string): PlacesElsewhere | undefined {
  const isOpenAgain = ({ by, node = '' }: Disturbance): boolean =>
    by === 'drain-node' && view.of(node, 'capacity')?.isSchedulable !== false;
  const nodes = drains.flatMap(({ node }) => node ?? []);
  const closed = drains.flatMap((drain) => (drain.node === undefined || isOpenAgain(drain) ? [] : [drain.node]));
  const room = roomFor(view, component, closed);
  const most = view.ofEstate('node-pools')?.reduce((total, pool) => total + pool.nodes, 0);
  // Where every node is drained, none is left whose room could be unknown.
  const fits = most !== undefined && most <= closed.length ? 0 : room.fits;
  if (fits === undefined || !isWholeCount(view, room, closed)) return undefined;
  const sum = (those: readonly Disturbance[]): number =>
    those.reduce((total, { instances = 1 }) => total + instances, 0);
  const left = sum(drains);
  // A node that takes instances again has the places of those that left it, though its reservations still count them.
  const places = fits + sum(drains.filter(isOpenAgain));
  return {
    left,
    nodes,
    places,
    pending: room.canGrow === true ? 0 : Math.max(0, left - places),
    // As with rollouts: where nothing is known of pools, nothing adds nodes.
    isCertain: room.canGrow === false || view.ofEstate('node-pools') === undefined,
    room,
  };
}

/**
 * The places that there are for what a drain moves, together with what the drains before it moved; undefined where not
 * all nodes are known. Instances that moved to a node which is drained next are counted once: in the end they need a
 * place where nothing is drained. What other components take of the same places is left out.
 *
 * @param input - The change.
 * @param disturbance - The drain, as one component feels it.
 * @param when - When it has begun, or when all is done.
 */
export function placesElsewhere(
  input: RuleInput,
  disturbance: Disturbance,
  when: 'then' | 'in the end',
): PlacesElsewhere | undefined {
  const { component } = disturbance;
  const ofComponent = input.disturbances.filter((each) => isAskedFor(each) && each.component === component);
  // Who drains a node twice moves its instances once.
  const drains = [...new Map(ofComponent.toReversed().map((each) => [each.node, each])).values()].reverse();
  if (when === 'in the end') return placesIn(input.after, drains, component);
  const at = drains.findIndex(({ node }) => node === disturbance.node);
  return placesIn(viewAtDrain(input, disturbance), drains.slice(0, at + 1), component);
}
