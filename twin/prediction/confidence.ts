import type { SecondOpinion } from './second-opinion.ts';
import type { Validity } from './summary/index.ts';
import type { TierAnswer } from './tiers/index.ts';

/** How far a prediction may be relied on, beside its intervals. */
export interface Confidence {
  /** `none` where no model could be asked. */
  readonly level: 'good' | 'lowered' | 'none';
  /** Why it is no better, each in a sentence. */
  readonly because: readonly string[];
}

const times = (factor: number): string => `${factor.toFixed(2)} times`;

/**
 * Says how far a prediction may be relied on: less where it leaves what was seen, where the tiers differ on whether
 * something is wrong, and where a predictor that knows no mechanism differs from the model by more than its own error.
 *
 * @param tiers - What they say.
 * @param validity - Of the load and the data.
 * @param opinions - Of the learned predictor.
 * @param roots - Operations that are asked from outside.
 */
export function confidenceOf(
  tiers: readonly TierAnswer[],
  validity: readonly Validity[],
  opinions: readonly SecondOpinion[],
  roots: readonly string[],
): Confidence {
  const model = tiers.find(({ tier }) => tier === 'model');
  if (model?.wasAsked !== true) return { level: 'none', because: ['The model could not be asked.'] };
  const outside = validity.filter(({ what, isInside }) => what === 'load' && !isInside);
  const differing = opinions.filter(({ agrees, operation }) => !agrees && roots.includes(operation));
  const said = tiers.flatMap(({ wasAsked, verdict }) =>
    wasAsked && verdict !== 'unknown' ? [verdict === 'pass' || verdict === 'latent'] : [],
  );
  const because = [
    ...outside.map(({ of, text }) => `The load of ${of} leaves what was seen: ${text}.`),
    ...differing.map(
      ({ operation, modelFactor, learnedFactor, errorFactor }) =>
        `For ${operation} the model says ${times(modelFactor)} the latency, what was seen of it by load ${times(learnedFactor)}, give or take ${times(errorFactor)}.`,
    ),
    ...(new Set(said).size > 1 ? ['The rules and the model differ on whether something is wrong.'] : []),
  ];
  return { level: because.length === 0 ? 'good' : 'lowered', because };
}
