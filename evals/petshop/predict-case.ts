import { learnDose, predictDose, predictEffect } from '../../twin/calibration/index.ts';
import type { DosePrediction, EstateDraws, SeenDose } from '../../twin/calibration/index.ts';
import type { RandomSource } from '../../src/kernel/index.ts';
import type { Knob } from './knob.ts';
import { seenDose } from './measured-case.ts';
import type { MeasuredCase } from './measured-case.ts';
import type { ChangeCase } from './read-case.ts';

/** A prediction, or why there is none. */
export type Answer = { readonly prediction: DosePrediction } | { readonly unknown: string };

/** What is predicted of a case, without what was measured at its front door. */
export interface PredictedCase {
  /** From usual times alone. */
  readonly fromUsual: Answer;
  /** With the smallest dose of the same knob seen. */
  readonly fromSmallest: Answer;
  /** As if nothing had been changed. */
  readonly noChange: DosePrediction;
  /** As if each request at the front door met the delay, or the errors, once; `undefined` where there is no such amount. */
  readonly addedOnce: DosePrediction | undefined;
}

/** A case with what was measured of it. */
export interface ComparedCase {
  readonly each: ChangeCase;
  readonly measured: MeasuredCase;
}

/** The case of the same knob from which its other doses are predicted: the smallest dose, and of several the first. */
function smallestOf(knob: Knob, cases: readonly ComparedCase[]): ComparedCase | undefined {
  const amountOf = ({ each }: ComparedCase): number => each.knob?.dose.amount ?? Infinity;
  return cases
    .filter(({ each }) => each.knob?.id === knob.id)
    .sort((one, other) => amountOf(one) - amountOf(other) || one.each.sinceMs - other.each.sinceMs)[0];
}

function addedOnce({ dose: { kind, amount } }: Knob): Parameters<typeof predictEffect>[1] | undefined {
  if (kind === 'delay' || kind === 'sleep') return { addedMs: amount, failedRatio: 0 };
  return kind === 'errors' ? { addedMs: 0, failedRatio: amount } : undefined;
}

const answerOf = (prediction: DosePrediction | undefined, unknown: string): Answer =>
  prediction === undefined ? { unknown } : { prediction };

/**
 * Predicts the front door under the change of a case.
 *
 * @param drawn - The estate at usual times.
 * @param compared - The case; of what was measured, only `measuring` is used.
 * @param cases - All of the same traffic and front door.
 * @param random - A stream of its own is used for each case.
 */
export function predictCase(
  drawn: EstateDraws,
  compared: ComparedCase,
  cases: readonly ComparedCase[],
  random: RandomSource,
): PredictedCase {
  const { each, measured } = compared;
  const own = random.stream(each.id);
  const { measuring } = measured;
  const { knob } = each;
  const noChange = predictEffect(drawn, { addedMs: 0, failedRatio: 0 }, measuring, own.stream('no-change'));
  if (knob === undefined) {
    const unknown = 'no command is recorded';
    return { fromUsual: { unknown }, fromSmallest: { unknown }, noChange, addedOnce: undefined };
  }
  const once = addedOnce(knob);
  const smallest = smallestOf(knob, cases);
  const unmeasured = 'the component has no windows of usual times';
  let fromSmallest: Answer = { unknown: 'the knob is learnt from this case' };
  if (smallest?.each.knob !== undefined && smallest !== compared) {
    const seen: SeenDose = seenDose(drawn, smallest.each, smallest.each.knob, smallest.measured);
    fromSmallest = answerOf(
      learnDose(drawn, seen, knob.dose.amount, measuring, own.stream('from-smallest')),
      unmeasured,
    );
  }
  return {
    fromUsual:
      knob.unknown === undefined
        ? answerOf(predictDose(drawn, knob.dose, measuring, own.stream('from-usual')), unmeasured)
        : { unknown: knob.unknown },
    fromSmallest,
    noChange,
    addedOnce: once === undefined ? undefined : predictEffect(drawn, once, measuring, own.stream('added-once')),
  };
}
