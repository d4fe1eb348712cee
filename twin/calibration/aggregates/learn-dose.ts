import type { RandomSource } from '../../../src/kernel/index.ts';
import { drawLogUniform, drawNormal, drawOne } from './chance.ts';
import type { Dose, Effect } from './dose.ts';
import { passedEffect } from './drawn-passing.ts';
import type { MetEffect } from './drawn-passing.ts';
import type { EstateDraws } from './estate-draws.ts';
import { drawFrontDoor } from './front-door-draw.ts';
import type { Measuring } from './front-door-draw.ts';
import { predictionOf } from './predicted-interval.ts';
import type { DosePrediction } from './predicted-interval.ts';

/** A measured effect, with the standard deviations of its parts. */
export interface SeenEffect extends Effect {
  readonly addedMsDeviation: number;
  readonly failedRatioDeviation: number;
}

/** A dose whose effect was measured. */
export interface SeenDose {
  readonly dose: Dose;
  readonly onComponent: SeenEffect;
  readonly onFrontDoor: SeenEffect;
  /** The relative standard deviation of the effect on the component from one time to another. */
  readonly spreadRatio: number;
}

const draws = 4_000;
const kept = 1_000;

/** Of work of which only the amount is known, the effect may grow with its root, or with its square as queues do. */
const workExponents = { low: 0.5, high: 2 } as const;

const atMostOne = (value: number): number => Math.min(1 - Number.EPSILON, Math.max(0, value));

/** What another amount of the same does, by its mechanism, given what this amount did. */
function scaledEffect(
  random: RandomSource,
  seen: MetEffect,
  { kind, amount }: Dose,
  other: number,
  levelMs: number,
): MetEffect {
  const ratio = other / amount;
  const by = (factor: number): MetEffect => ({
    addedMs: seen.addedMs * factor,
    failedRatio: Math.min(1, seen.failedRatio * factor),
    metMs: seen.metMs * factor,
  });
  switch (kind) {
    case 'switch':
      return seen;
    case 'delay':
      return by(ratio);
    case 'work':
      return by(ratio ** drawLogUniform(random, workExponents.low, workExponents.high));
    case 'errors': {
      const occasions = Math.log(1 - atMostOne(seen.failedRatio)) / Math.log(1 - atMostOne(amount));
      const failedRatio = 1 - (1 - atMostOne(other)) ** occasions;
      const share = seen.failedRatio > 0 ? failedRatio / seen.failedRatio : ratio;
      return { addedMs: seen.addedMs * share, failedRatio, metMs: seen.metMs };
    }
    case 'sleep': {
      // What slept before is in the latency of usual times, all of it at most.
      const beforeMs = levelMs * random.uniform();
      const addedMs = seen.addedMs + ((Math.max(0, seen.addedMs) + beforeMs) / amount) * (other - amount);
      return { addedMs, failedRatio: seen.failedRatio, metMs: Math.max(1, addedMs) };
    }
  }
}

const surprise = (predicted: number, measured: number, deviation: number): number =>
  ((predicted - measured) / Math.max(deviation, Number.EPSILON)) ** 2 / 2;

/**
 * Predicts the front door under a dose from another that was seen: what that did to the component is scaled by the
 * mechanism of its kind, and carried to the front door by draws of the call graph, of which those are taken more often that
 * bring the seen effect on the component to the seen effect at the front door (importance resampling: Rubin 1988).
 *
 * @param drawn - The estate.
 * @param seen - A dose of the same component and kind.
 * @param amount - Of the dose that is predicted.
 * @param measuring - How it will be measured.
 * @param random - The same gives the same prediction.
 * @returns `undefined` where the component has no windows of usual times.
 */
export function learnDose(
  drawn: EstateDraws,
  seen: SeenDose,
  amount: number,
  measuring: Measuring,
  random: RandomSource,
): DosePrediction | undefined {
  const { dose, onComponent, onFrontDoor, spreadRatio } = seen;
  const { estate, levels, callGraphs } = drawn;
  const level = levels.get(dose.component);
  if (level === undefined) return undefined;
  const all = Array.from({ length: draws }, (_, index) => {
    const calls = drawOne(random, callGraphs);
    const addedMs = onComponent.addedMs + onComponent.addedMsDeviation * drawNormal(random);
    const failed = onComponent.failedRatio + onComponent.failedRatioDeviation * drawNormal(random);
    const metMs = dose.kind === 'delay' ? dose.amount : Math.max(1, addedMs);
    const atSeen: MetEffect = { addedMs, failedRatio: atMostOne(failed), metMs };
    const atOther = scaledEffect(random, atSeen, dose, amount, level.latencyMs);
    const passing = `passing ${index}`;
    // The same chance for both: a caller that waits for one waits for the other.
    const [seenThere, otherThere] = [atSeen, atOther].map((effect) =>
      passedEffect(random.stream(passing), calls, levels, estate.frontDoor, dose.component, effect),
    ) as [Effect, Effect];
    const against =
      surprise(seenThere.addedMs, onFrontDoor.addedMs, onFrontDoor.addedMsDeviation) +
      surprise(seenThere.failedRatio, onFrontDoor.failedRatio, onFrontDoor.failedRatioDeviation);
    const metRatio = dose.kind === 'delay' ? Math.max(0, atOther.addedMs) / amount : 0;
    return { otherThere, against, metRequests: level.requestsPerWindow * measuring.windows * metRatio };
  });
  const least = all.reduce((low, { against }) => Math.min(low, against), Infinity);
  const weights = all.map(({ against }) => Math.exp(least - against));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const step = total / kept;
  let [at, passedWeight] = [0, weights[0] ?? 0];
  const offset = random.uniform();
  return predictionOf(
    Array.from({ length: kept }, (_, index) => {
      // Systematic resampling: each draw as often as its weight says, to within one (Carpenter et al. 1999).
      while (passedWeight < (index + offset) * step && at < all.length - 1) {
        at += 1;
        passedWeight += weights[at] ?? 0;
      }
      const { otherThere, metRequests } = all[at] as (typeof all)[number];
      return drawFrontDoor(random, drawn, measuring, otherThere, { metRequests, spreadRatio });
    }),
  );
}
