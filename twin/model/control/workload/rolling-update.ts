import { countOf } from '../../../../src/kernel/index.ts';
import type { CountOrShare } from '../../../../src/kernel/index.ts';

/** How many instances a rolling update may have too many or too few. */
export interface RolloutBounds {
  readonly surge: number;
  readonly unavailable: number;
}

/** What there is in the middle of a rolling update; those that are told to stop count no more. */
export interface RolloutCounts {
  readonly desired: number;
  /** Instances of the new version. */
  readonly updated: number;
  readonly updatedAvailable: number;
  /** Instances of earlier versions. */
  readonly old: number;
  readonly oldAvailable: number;
}

/** What a rolling update does next. */
export interface RolloutStep {
  readonly create: number;
  /** Of the new version: it has more than it should. */
  readonly removeUpdated: number;
  /** Of the old ones that are not available anyway. */
  readonly removeUnhealthy: number;
  /** Of the old ones that serve. */
  readonly removeOld: number;
}

/**
 * The bounds as numbers, as Kubernetes resolves them (`ResolveFenceposts` of its deployment controller): surge rounded up,
 * unavailable rounded down, and one unavailable where both come to nothing, for the rollout could then never move.
 */
export function rolloutBounds(
  desired: number,
  { maxSurge, maxUnavailable }: { readonly maxSurge: CountOrShare; readonly maxUnavailable: CountOrShare },
): RolloutBounds {
  const surge = countOf(maxSurge, desired, Math.ceil);
  const unavailable = countOf(maxUnavailable, desired, Math.floor);
  return surge === 0 && unavailable === 0 ? { surge, unavailable: 1 } : { surge, unavailable };
}

/**
 * The next step of a rolling update, as the deployment controller of Kubernetes decides it (`rolling.go`): first as many
 * new ones as the surge allows, then old ones that do not serve, then as many others as may be lacking.
 */
export function rolloutStep(counts: RolloutCounts, { surge, unavailable }: RolloutBounds): RolloutStep {
  const { desired, updated, updatedAvailable, old, oldAvailable } = counts;
  const nothing = { create: 0, removeUpdated: 0, removeUnhealthy: 0, removeOld: 0 };
  if (updated > desired) return { ...nothing, removeUpdated: updated - desired };
  const create = Math.min(desired - updated, desired + surge - updated - old);
  if (create > 0) return { ...nothing, create };
  const least = Math.max(0, desired - unavailable);
  const removable = updated + old - least - (updated - updatedAvailable);
  if (removable <= 0) return nothing;
  const removeUnhealthy = Math.min(removable, old - oldAvailable);
  const surplus = updatedAvailable + oldAvailable - least;
  const removeOld = Math.max(0, Math.min(surplus, oldAvailable, removable - removeUnhealthy));
  return { ...nothing, removeUnhealthy, removeOld };
}
