import type { FoundFact } from '../../../src/estate/index.ts';
import type { Fault } from '../../../src/kernel/index.ts';
import type { EstateView } from '../estate-view.ts';

/** How many instances of a component serve. */
export interface ReadyInstances {
  readonly desired: number;
  readonly healthy: number;
  /** Those that are known by name not to serve. */
  readonly unready: readonly string[];
  readonly evidence: readonly FoundFact[];
}

/** Ways in which instances no longer serve until somebody mends it; what is killed or restarted comes back by itself. */
function isAway(fault: Fault, component: string): fault is Extract<Fault, { readonly component: string }> {
  const { kind } = fault;
  if (kind !== 'stop' && kind !== 'pause' && kind !== 'crash-loop' && kind !== 'replica-loss') return false;
  return fault.component === component && fault.forMs === undefined;
}

const countOfFault = (fault: Fault, desired: number): number =>
  fault.kind === 'replica-loss' ? fault.replicas : (('instances' in fault ? fault.instances : undefined) ?? desired);

/**
 * How many instances of a component serve, as far as is known: those whose state was not seen are taken for ready, and
 * those that are starting too, as they soon are.
 *
 * @param view - The estate.
 * @param component - The component.
 * @param condition - What is wrong now.
 * @returns Undefined where nothing tells how many there are.
 */
export function readyInstances(
  view: EstateView,
  component: string,
  condition: readonly Fault[],
): ReadyInstances | undefined {
  const desired = view.replicasOf(component);
  if (desired === undefined) return undefined;
  const states = view.knownOf(component, 'state', 'instance');
  const isReady = ({ state, health = 'healthy' }: (typeof states)[number]['value']): boolean =>
    state === 'running' && (health === 'healthy' || health === 'starting');
  const unready = states.filter(({ value }) => !isReady(value));
  const seen = states.length >= desired ? states.length - unready.length : desired - unready.length;
  const away = condition
    .filter((fault) => isAway(fault, component))
    .reduce((sum, fault) => sum + countOfFault(fault, desired), 0);
  return {
    desired,
    // What is seen now may be of those that the fault takes away: the fewer of both is what surely serves.
    healthy: Math.max(0, Math.min(seen, desired - away)),
    unready: unready.map(({ subject }) => subject.instance).sort(),
    evidence: unready.map(({ fact }) => fact),
  };
}
