import { countOf } from '../../../src/kernel/index.ts';
import type { ComponentModel } from '../format/index.ts';

/**
 * How many instances a drain may take away now, as the disruption controller of Kubernetes counts it: healthy ones less
 * those that must stay; shares are of the wanted number and rounded up. Below nothing: so many are lacking.
 *
 * @param budget - Without one any number may go.
 * @param desired - Instances that are wanted.
 * @param healthy - Instances that are ready.
 */
export function allowedDisruptions(
  budget: ComponentModel['disruptionBudget'],
  desired: number,
  healthy: number,
): number {
  if (budget === undefined) return Infinity;
  const mustStay =
    'minAvailable' in budget
      ? countOf(budget.minAvailable, desired, Math.ceil)
      : Math.max(0, desired - countOf(budget.maxUnavailable, desired, Math.ceil));
  return healthy - mustStay;
}
