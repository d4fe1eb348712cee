import { countOf } from '../src/kernel/index.ts';
import type { CountOrShare } from '../src/kernel/index.ts';

/** What evictions have to leave of a component: so many that serve, or all but so many. */
export type DisruptionBudget = { readonly minAvailable: CountOrShare } | { readonly maxUnavailable: CountOrShare };

/**
 * How many instances a drain may take away now, as the disruption controller of Kubernetes counts it: healthy ones less
 * those that must stay; shares are of the wanted number and rounded up
 * (https://kubernetes.io/docs/tasks/run-application/configure-pdb/#rounding-logic-when-specifying-percentages). Below
 * nothing: so many are lacking.
 *
 * @param budget - Without one any number may go.
 * @param desired - Instances that are wanted.
 * @param healthy - Instances that are ready.
 */
export function allowedDisruptions(budget: DisruptionBudget | undefined, desired: number, healthy: number): number {
  if (budget === undefined) return Infinity;
  const mustStay =
    'minAvailable' in budget
      ? countOf(budget.minAvailable, desired, Math.ceil)
      : Math.max(0, desired - countOf(budget.maxUnavailable, desired, Math.ceil));
  return healthy - mustStay;
}

/**
 * Whether an instance may be evicted: one that does not serve may go where the others are as many as must stay
 * (`IfHealthyBudget`, the default of Kubernetes: https://kubernetes.io/docs/tasks/run-application/configure-pdb/#unhealthy-pod-eviction-policy).
 *
 * @param allowed - Of `allowedDisruptions`.
 * @param isReady - Whether it serves.
 */
export const isEvictable = (allowed: number, isReady: boolean): boolean => allowed >= (isReady ? 1 : 0);
