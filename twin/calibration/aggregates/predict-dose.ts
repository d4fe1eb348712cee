import type { RandomSource } from '../../../src/kernel/index.ts';
import { drawLogUniform, drawOne } from './chance.ts';
import type { Dose } from './dose.ts';
import type { DrawnCall } from './drawn-calls.ts';
import { passedEffect } from './drawn-passing.ts';
import type { MetEffect } from './drawn-passing.ts';
import type { EstateDraws } from './estate-draws.ts';
import { drawFrontDoor } from './front-door-draw.ts';
import type { Measuring } from './front-door-draw.ts';
import { predictionOf } from './predicted-interval.ts';
import type { DosePrediction } from './predicted-interval.ts';

const draws = 1_000;

/** Code is met by one request in a hundred, or ten times in one: once for each entry of a list. */
const anyOccasions = { low: 0.01, high: 10 } as const;

/**
 * How often a request of a component meets the changed code. One time in three every request meets it once; one time in
 * three it is beside one of the component's own calls, and met as often; else anything.
 */
function drawOccasions(random: RandomSource, calls: readonly DrawnCall[], component: string): number {
  const own = calls.filter(({ caller, perRequest }) => caller === component && perRequest > 0);
  const where = random.uniform() * 3;
  if (where < 1) return 1;
  if (where < 2 && own.length > 0) return drawOne(random, own).perRequest;
  return drawLogUniform(random, anyOccasions.low, anyOccasions.high);
}

/** Why a dose cannot be predicted from the facts alone, by its kind; `undefined` where it can. */
export const unknownMechanism: Readonly<Record<Dose['kind'], string | undefined>> = {
  delay: undefined,
  errors: undefined,
  sleep: 'it replaces a sleep in code: how long that was, and when it is met, is in no fact',
  work: 'it makes work of an amount whose effect on the component is in no fact',
  switch: 'it switches something on, and no fact says how much of what',
};

/**
 * Predicts the front door under a dose that was never seen, from usual times alone.
 *
 * @param drawn - The estate.
 * @param dose - A delay or errors.
 * @param measuring - How it will be measured.
 * @param random - The same gives the same prediction.
 * @returns `undefined` where its mechanism cannot be known; `unknownMechanism` says why.
 */
export function predictDose(
  drawn: EstateDraws,
  { component, kind, amount }: Dose,
  measuring: Measuring,
  random: RandomSource,
): DosePrediction | undefined {
  const { estate, levels, callGraphs } = drawn;
  const level = levels.get(component);
  if (unknownMechanism[kind] !== undefined || level === undefined) return undefined;
  return predictionOf(
    Array.from({ length: draws }, () => {
      const calls = drawOne(random, callGraphs);
      const occasions = drawOccasions(random, calls, component);
      let effect: MetEffect;
      if (kind === 'delay') {
        effect = { addedMs: occasions * amount, failedRatio: 0, metMs: amount };
      } else {
        const failedRatio = 1 - (1 - amount) ** occasions;
        // A request that fails may end at once, or as late as any.
        const addedMs = -failedRatio * level.latencyMs * random.uniform();
        effect = { addedMs, failedRatio, metMs: level.latencyMs };
      }
      const passed = passedEffect(random, calls, levels, estate.frontDoor, component, effect);
      const metRequests =
        level.requestsPerWindow * measuring.windows * (kind === 'delay' ? occasions : effect.failedRatio);
      return drawFrontDoor(random, drawn, measuring, passed, { metRequests, spreadRatio: 0 });
    }),
  );
}
