import type { RandomSource } from '../../../src/kernel/index.ts';
import { drawCount, drawNormal } from './chance.ts';
import type { Effect } from './dose.ts';
import type { EstateDraws } from './estate-draws.ts';

/** What is seen at the front door over some windows. */
export interface FrontDoorFigures {
  readonly latencyMs: number;
  readonly availabilityRatio: number;
}

/** How it will be measured at the front door. */
export interface Measuring {
  /** Over how many windows. */
  readonly windows: number;
  /** What it was just before the change: the level of usual times, measured long ago, may have moved since. */
  readonly before?: { readonly windows: number; readonly latencyMs: number };
}

/** What chance adds to an effect over some windows. */
export interface EffectChance {
  /** How many requests meet the change; few of them vary much. */
  readonly metRequests: number;
  /** The relative standard deviation of the effect from one time to another. */
  readonly spreadRatio: number;
}

/**
 * Draws what is measured at the front door over some windows under an effect: windows of usual times, moved to the level
 * just before the change, the effect with its chance, and the count of failures.
 *
 * @param random - Of this draw.
 * @param drawn - The estate at usual times.
 * @param measuring - How it is measured.
 * @param effect - On requests at the front door.
 * @param chance - Of the effect.
 */
export function drawFrontDoor(
  random: RandomSource,
  { estate, front }: EstateDraws,
  { windows, before }: Measuring,
  effect: Effect,
  chance: EffectChance,
): FrontDoorFigures {
  const usual = estate.components.get(estate.frontDoor);
  const count = usual?.requests.length ?? 0;
  const { level, latencyDeviationMs } = front;
  const moved =
    before === undefined
      ? 0
      : before.latencyMs - level.latencyMs + (latencyDeviationMs / Math.sqrt(before.windows)) * drawNormal(random);
  let [requests, timeMs, failures] = [0, 0, 0];
  for (let at = 0; at < windows; at += 1) {
    const drawn = Math.floor(random.uniform() * count);
    const came = usual?.requests[drawn] ?? 0;
    requests += came;
    timeMs += came * (usual?.latencyMs[drawn] ?? level.latencyMs);
    failures += came * (usual?.failedRatio[drawn] ?? level.failedRatio);
  }
  const latencyMs = requests === 0 ? level.latencyMs : timeMs / requests;
  const failedRatio = requests === 0 ? level.failedRatio : failures / requests;
  const met = chance.metRequests > 0 ? drawCount(random, chance.metRequests) / chance.metRequests : 1;
  const spread = Math.max(0, 1 + chance.spreadRatio * drawNormal(random));
  const failed =
    effect.failedRatio <= 0 || requests === 0 ? 0 : drawCount(random, requests * effect.failedRatio) / requests;
  return {
    latencyMs: Math.max(0, latencyMs + moved + effect.addedMs * met * spread),
    availabilityRatio: Math.max(0, 1 - failedRatio) * Math.max(0, 1 - failed),
  };
}
