import type { AttributeName, AttributeValueOf } from '../../../src/estate/index.ts';
import { countOf } from '../../../src/kernel/index.ts';
import type { CountOrShare } from '../../../src/kernel/index.ts';
import type { EstateView } from '../estate-view.ts';

/** How a component's instances are replaced, in numbers. */
export interface RolloutPlan {
  readonly strategy: AttributeValueOf<'rollout'>['strategy'];
  /** Instances above the wanted number meanwhile. */
  readonly surge: number;
  /** Instances that may be lacking meanwhile. */
  readonly unavailable: number;
  /** `told` by facts; the defaults of an orchestrator; or taken for granted, where nothing tells which there is. */
  readonly basis: 'told' | 'kubernetes-default' | 'docker' | 'assumed';
}

/** What a Deployment of Kubernetes has unless it is told otherwise. */
const usualShare: CountOrShare = { share: 0.25 };

const ofKubernetes: readonly AttributeName[] = ['rollout', 'probes', 'disruption-budget', 'autoscaling', 'eviction'];
const ofDocker: readonly AttributeName[] = ['restart-policy', 'health-check', 'networks', 'stop-grace'];

/**
 * Which orchestrator runs a component, as far as the facts tell: those that only one of them has.
 *
 * @param view - The estate.
 * @param component - The component.
 */
export function orchestratorOf(view: EstateView, component: string): 'kubernetes' | 'docker' | 'unknown' {
  const has = (names: readonly AttributeName[]): boolean =>
    names.some((name) => view.of(component, name) !== undefined);
  const isPlaced = view.knownOf(component, 'placement', 'instance').length > 0;
  if (has(ofKubernetes) || isPlaced || view.ofEstate('node-pools') !== undefined) return 'kubernetes';
  return has(ofDocker) || view.ofEstate('engine') !== undefined ? 'docker' : 'unknown';
}

/**
 * How many instances more and fewer there are while a component is rolled out. The surge is rounded up and what may be
 * unavailable down, as Kubernetes does; where both come to nothing, one may be unavailable
 * (https://kubernetes.io/docs/concepts/workloads/controllers/deployment/#rolling-update-deployment).
 *
 * @param view - The estate.
 * @param component - The component.
 * @param replicas - How many instances it has then.
 */
export function rolloutPlan(view: EstateView, component: string, replicas: number): RolloutPlan {
  const told = view.of(component, 'rollout');
  const orchestrator = orchestratorOf(view, component);
  if (told === undefined && orchestrator === 'docker')
    // An engine takes a container away before it makes the next in its place.
    return { strategy: 'recreate', surge: 0, unavailable: replicas, basis: 'docker' };
  const { strategy, maxSurge = usualShare, maxUnavailable = usualShare } = told ?? { strategy: 'rolling' as const };
  const basis =
    told !== undefined
      ? ('told' as const)
      : orchestrator === 'kubernetes'
        ? ('kubernetes-default' as const)
        : ('assumed' as const);
  if (strategy === 'recreate') return { strategy, surge: 0, unavailable: replicas, basis };
  if (strategy === 'on-delete') return { strategy, surge: 0, unavailable: 0, basis };
  const surge = countOf(maxSurge, replicas, Math.ceil);
  const unavailable = countOf(maxUnavailable, replicas, Math.floor);
  return { strategy, surge, unavailable: surge === 0 && unavailable === 0 ? 1 : unavailable, basis };
}
