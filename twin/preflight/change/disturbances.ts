import { attributeEntry } from '../../../src/estate/index.ts';
import type { AttributeName } from '../../../src/estate/index.ts';
import type { Action, ActionOf, Fault } from '../../../src/kernel/index.ts';
import type { EstateView } from '../estate-view.ts';

/** That instances of a component come, go or start anew. */
export interface Disturbance {
  readonly component: string;
  /**
   * `rolled-out`: replaced as its rollout says; `restarted`: the same containers; `recreated`: new ones in the place of the
   * old, with addresses that may be other ones; `evicted`: moved off a node; `ended`: gone and not replaced; `added`: more
   * of them; `reloaded`: none ends, the configuration is read anew.
   */
  readonly how: 'rolled-out' | 'restarted' | 'recreated' | 'evicted' | 'ended' | 'added' | 'reloaded';
  /** How many at most; undefined where all, or where it is not known how many there are. */
  readonly instances?: number;
  /** Which ones, where they are known by name. */
  readonly named?: readonly string[];
  /** The node that they leave. */
  readonly node?: string;
  /** The action or fault: `set-image`, `node-drain`. */
  readonly by: string;
}

/** Ways in which a new process starts. */
export const startsAnew = ({ how }: Disturbance): boolean => how !== 'ended' && how !== 'reloaded';

/** Ways in which an instance that serves is told to end. */
export const endsSome = ({ how }: Disturbance): boolean => how !== 'added' && how !== 'reloaded';

/** Attributes that are changed around running instances: none of these is replaced for them. */
export const setFromOutside: ReadonlySet<string> = new Set<AttributeName>([
  'replicas',
  'autoscaling',
  'rollout',
  'disruption-budget',
  'eviction',
  'restart-policy',
  'route-removal',
  'owner',
  'certificate',
]);

const configured = ({ component, attribute }: ActionOf<'configure'>): Disturbance[] => {
  const name = attribute as AttributeName;
  const { subject, kind } = attributeEntry(name);
  if (kind !== 'configuration' || setFromOutside.has(name) || subject === 'estate' || subject === 'instance') return [];
  return [{ component, how: 'rolled-out', by: 'configure' }];
};

function scaled(component: string, by: string, before: EstateView, after: EstateView): Disturbance[] {
  const [was, is] = [before.replicasOf(component) ?? 0, after.replicasOf(component) ?? 0];
  if (was === is) return [];
  return [{ component, how: is > was ? 'added' : 'ended', instances: Math.abs(is - was), by }];
}

function leaving(nodes: readonly string[], by: string, view: EstateView): Disturbance[] {
  const placed = view.known('placement', 'instance').filter(({ value }) => nodes.includes(value.node));
  const groups = Map.groupBy(placed, ({ subject, value }) => `${value.node}\0${subject.component}`);
  return [...groups.values()].flatMap((instances) => {
    const [first] = instances;
    if (first === undefined) return [];
    const named = instances.map(({ subject }) => subject.instance);
    const { component } = first.subject;
    return [{ component, how: 'evicted', instances: named.length, named, node: first.value.node, by } as const];
  });
}

const zoneNodes = (zone: string, view: EstateView): string[] =>
  view.known('capacity', 'component').flatMap(({ subject, value }) => (value.zone === zone ? [subject.component] : []));

function ofAction(action: Action, before: EstateView, after: EstateView): readonly Disturbance[] {
  const by = action.kind;
  switch (action.kind) {
    case 'set-image':
    case 'rollback':
    case 'set-pool':
    case 'set-timeout':
    case 'set-retries':
      return [{ component: action.component, how: 'rolled-out', by }];
    case 'set-limits':
      return action.restarts ? [{ component: action.component, how: 'rolled-out', by }] : [];
    case 'configure':
      return configured(action);
    case 'restart':
    case 'recreate':
    case 'stop':
    case 'start': {
      const how = { restart: 'restarted', recreate: 'recreated', stop: 'ended', start: 'added' } as const;
      const { component, instances } = action;
      return [{ component, how: how[action.kind], ...(instances === undefined ? {} : { instances }), by }];
    }
    case 'reload':
      return [{ component: action.component, how: 'reloaded', by }];
    case 'delete-instance': {
      const { component, instance, instances = 1 } = action;
      return [{ component, how: 'recreated', instances, ...(instance === undefined ? {} : { named: [instance] }), by }];
    }
    case 'scale':
    case 'set-autoscaler':
      return scaled(action.component, by, before, after);
    case 'drain-node':
      return leaving([action.node], by, before);
    default:
      return [];
  }
}

function ofFault(fault: Fault, view: EstateView): readonly Disturbance[] {
  const by = fault.kind;
  switch (fault.kind) {
    case 'kill':
    case 'restart':
    case 'out-of-memory':
    case 'crash-loop': {
      const { component, instances } = fault;
      return [{ component, how: 'restarted', ...(instances === undefined ? {} : { instances }), by }];
    }
    case 'stop': {
      const { component, instances } = fault;
      return [{ component, how: 'ended', ...(instances === undefined ? {} : { instances }), by }];
    }
    case 'replica-loss':
      return [{ component: fault.component, how: 'ended', instances: fault.replicas, by }];
    case 'node-drain':
    case 'node-reboot':
      return leaving([fault.node], by, view);
    case 'node-taint':
      return fault.effect === 'no-execute' ? leaving([fault.node], by, view) : [];
    case 'zone-loss':
      return leaving(zoneNodes(fault.zone, view), by, view);
    default:
      return [];
  }
}

/**
 * Whose instances come, go or start anew.
 *
 * @param actions - What is done.
 * @param condition - What goes wrong.
 * @param before - The estate before the actions.
 * @param after - The estate with them applied.
 */
export function disturbancesOf(
  actions: readonly Action[],
  condition: readonly Fault[],
  before: EstateView,
  after: EstateView,
): readonly Disturbance[] {
  return [
    ...condition.flatMap((fault) => ofFault(fault, before)),
    ...actions.flatMap((action) => ofAction(action, before, after)),
  ];
}
