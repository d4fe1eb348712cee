import type { RandomSource } from '../../../src/kernel/index.ts';
import type { Effect } from './dose.ts';
import type { EstateDraws } from './estate-draws.ts';
import { drawFrontDoor } from './front-door-draw.ts';
import type { Measuring } from './front-door-draw.ts';
import { predictionOf } from './predicted-interval.ts';
import type { DosePrediction } from './predicted-interval.ts';

const draws = 1_000;

/**
 * Predicts the front door under an effect on its own requests that is taken as given: none, for instance.
 *
 * @param drawn - The estate.
 * @param effect - On requests at the front door.
 * @param measuring - How it will be measured.
 * @param random - The same gives the same prediction.
 */
export function predictEffect(
  drawn: EstateDraws,
  effect: Effect,
  measuring: Measuring,
  random: RandomSource,
): DosePrediction {
  const chance = { metRequests: 0, spreadRatio: 0 };
  return predictionOf(Array.from({ length: draws }, () => drawFrontDoor(random, drawn, measuring, effect, chance)));
}
