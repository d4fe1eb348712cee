import type { RandomSource } from '../../../src/kernel/index.ts';
import type { AggregatedEstate } from './aggregated-estate.ts';
import { drawCount, drawNormal } from './chance.ts';
import type { ComponentLevel } from './component-level.ts';
import type { Effect } from './dose.ts';

/** What is seen at the front door over some windows. */
export interface FrontDoorFigures {
  readonly latencyMs: number;
  readonly availabilityRatio: number;
}

/** What chance adds to an effect over some windows. */
export interface EffectChance {
  /** How many requests meet the change; few of them vary much. */
  readonly metRequests: number;
  /** The relative standard deviation of the effect between windows. */
  readonly spreadRatio: number;
}

/**
 * Draws what is measured at the front door over some windows under an effect: windows of usual times, the effect with its
 * chance, and the count of failures.
 *
 * @param random - Of this draw.
 * @param estate - With the windows of usual times.
 * @param level - Of the front door.
 * @param windows - How many are looked at.
 * @param effect - On requests at the front door.
 * @param chance - Of the effect.
 */
export function drawFrontDoor(
  random: RandomSource,
  estate: AggregatedEstate,
  level: ComponentLevel,
  windows: number,
  effect: Effect,
  chance: EffectChance,
): FrontDoorFigures {
  const usual = estate.components.get(estate.frontDoor);
  const count = usual?.requests.length ?? 0;
  let [latencyMs, failedRatio] = [0, 0];
  for (let at = 0; at < windows; at += 1) {
    const drawn = Math.floor(random.uniform() * count);
    latencyMs += (usual?.latencyMs[drawn] ?? level.latencyMs) / windows;
    failedRatio += (usual?.failedRatio[drawn] ?? level.failedRatio) / windows;
  }
  const met = chance.metRequests > 0 ? drawCount(random, chance.metRequests) / chance.metRequests : 1;
  const spread = Math.max(0, 1 + (chance.spreadRatio / Math.sqrt(windows)) * drawNormal(random));
  const requests = level.requestsPerWindow * windows;
  const failed = effect.failedRatio <= 0 ? 0 : drawCount(random, requests * effect.failedRatio) / requests;
  return {
    latencyMs: Math.max(0, latencyMs + effect.addedMs * met * spread),
    availabilityRatio: Math.max(0, 1 - failedRatio) * Math.max(0, 1 - failed),
  };
}
