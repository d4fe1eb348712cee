import { z } from 'zod';
import type { DosePrediction } from '../../twin/calibration/index.ts';
import type { Answer } from './predict-case.ts';
import type { CaseOutcome } from './run-folder.ts';

const tally = z
  .strictObject({
    cases: z.int().nonnegative(),
    medianAbsoluteError: z.number().nonnegative().nullable().describe('in the unit of the signal'),
    covered: z.int().nonnegative().describe('how often what was measured lies in the interval'),
  })
  .describe('over the cases where it says something');

/** How the cases came out for one signal and one way of calibrating. */
export const scoreRowSchema = z.strictObject({
  mode: z.enum(['usual-times', 'smallest-dose']).describe('from usual times alone, or with the smallest dose seen'),
  signal: z.enum(['latencyMs', 'availabilityRatio']),
  isMeant: z.boolean().describe('whether it is the signal that the change was made for; the other should stay'),
  predicted: tally,
  noChange: tally.describe('the same cases, as if nothing were changed'),
  addedOnce: tally.describe('the same cases, as if each request met the delay or the errors once'),
});

/** See `scoreRowSchema`. */
export type ScoreRow = z.output<typeof scoreRowSchema>;

/** The two figures that are predicted. */
export type Signal = ScoreRow['signal'];

/** Figures are to so many parts of their unit, so that they do not differ in the last bit from machine to machine. */
const parts: Readonly<Record<Signal, number>> = { latencyMs: 100, availabilityRatio: 100_000 };

/**
 * A figure as it is kept.
 *
 * @param signal - What it is of.
 * @param value - In its unit.
 */
export const roundedTo = (signal: Signal, value: number): number => Math.round(value * parts[signal]) / parts[signal];

function tallyOf(
  signal: Signal,
  pairs: readonly (readonly [DosePrediction | undefined, number])[],
): z.output<typeof tally> {
  const said = pairs.flatMap(([prediction, measured]) =>
    prediction === undefined ? [] : [{ interval: prediction[signal], measured }],
  );
  const errors = said
    .map(({ interval, measured }) => Math.abs(interval.median - measured))
    .sort((one, other) => one - other);
  const last = errors.length - 1;
  const [low, high] = [errors[Math.floor(last / 2)], errors[Math.ceil(last / 2)]];
  return {
    cases: said.length,
    medianAbsoluteError: low === undefined || high === undefined ? null : roundedTo(signal, (low + high) / 2),
    covered: said.filter(({ interval: { low: from, high: to }, measured }) => measured >= from && measured <= to)
      .length,
  };
}

const predictionIn = (answer: Answer): DosePrediction | undefined =>
  'prediction' in answer ? answer.prediction : undefined;

/**
 * Counts how cases came out. The baselines are counted on the cases that are predicted, so that they compare.
 *
 * @param outcomes - Of the cases.
 * @returns No row for what has no case.
 */
export function scoreRows(outcomes: readonly CaseOutcome[]): ScoreRow[] {
  const rows: ScoreRow[] = [];
  for (const isMeant of [true, false]) {
    for (const mode of ['usual-times', 'smallest-dose'] as const) {
      for (const signal of ['latencyMs', 'availabilityRatio'] as const) {
        const answerOf = (outcome: CaseOutcome): DosePrediction | undefined =>
          predictionIn(mode === 'usual-times' ? outcome.fromUsual : outcome.fromSmallest);
        const some = outcomes.filter((outcome) => {
          const isOfSignal = (outcome.changeCase.signal === 'latency') === (signal === 'latencyMs');
          return isOfSignal === isMeant && answerOf(outcome) !== undefined;
        });
        if (some.length === 0) continue;
        const tallied = (of: (outcome: CaseOutcome) => DosePrediction | undefined): z.output<typeof tally> =>
          tallyOf(
            signal,
            some.map((outcome) => [of(outcome), outcome.measured[signal]]),
          );
        rows.push({
          mode,
          signal,
          isMeant,
          predicted: tallied(answerOf),
          noChange: tallied(({ noChange }) => noChange),
          addedOnce: tallied(({ addedOnce }) => addedOnce),
        });
      }
    }
  }
  return rows;
}
