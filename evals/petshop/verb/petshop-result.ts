import { z } from 'zod';
import { intervalRatio } from '../../../twin/calibration/index.ts';
import type { DosePrediction } from '../../../twin/calibration/index.ts';
import type { Answer } from '../predict-case.ts';
import type { CaseOutcome, FolderOutcome } from '../run-folder.ts';
import { roundedTo, scoreRows, scoreRowSchema } from '../score-rows.ts';
import type { Signal } from '../score-rows.ts';

const interval = z.strictObject({ median: z.number(), low: z.number(), high: z.number() });
const prediction = z.strictObject({ latencyMs: interval, availabilityRatio: interval });
const answer = z.strictObject({
  prediction: prediction.nullable(),
  unknown: z.string().nullable().describe('why there is no prediction'),
});

/** What `backlot eval petshop` gives. */
export const petshopResultSchema = z.strictObject({
  folder: z.string(),
  intervalRatio: z.number().describe('the share of draws that an interval holds'),
  rows: z.array(scoreRowSchema),
  cases: z.array(
    z.strictObject({
      id: z.string(),
      component: z.string().describe('what was changed'),
      kind: z.string().nullable().describe('how the amount acts; null: no command is recorded'),
      amount: z.number().nullable(),
      signal: z.enum(['latency', 'availability']).describe('what the change was made for'),
      windows: z.array(z.int()).describe('which windows of the case are compared, from 0'),
      windowsBy: z
        .enum(['own-series', 'recorded-time'])
        .describe("found in the component's own series, or the first that begins at the recorded time"),
      atOnce: z.number().describe('requests in the component at once under the change'),
      measured: z.strictObject({ latencyMs: z.number(), availabilityRatio: z.number() }),
      usualTimes: answer.describe('from usual times alone'),
      smallestDose: answer.describe('with the smallest dose of the same knob seen'),
      noChange: prediction,
      addedOnce: prediction.nullable(),
    }),
  ),
  leftOut: z.array(z.strictObject({ id: z.string(), reason: z.string() })),
  stoppedEarly: z.boolean().describe('Ctrl-C ended it; the cases are those that were predicted until then'),
});

/** See `petshopResultSchema`. */
export type PetshopResult = z.output<typeof petshopResultSchema>;

const intervalFor = (
  signal: Signal,
  { [signal]: { median, low, high } }: DosePrediction,
): z.output<typeof interval> => ({
  median: roundedTo(signal, median),
  low: roundedTo(signal, low),
  high: roundedTo(signal, high),
});

const predictionFor = (predicted: DosePrediction): z.output<typeof prediction> => ({
  latencyMs: intervalFor('latencyMs', predicted),
  availabilityRatio: intervalFor('availabilityRatio', predicted),
});

const answerFor = (given: Answer): z.output<typeof answer> =>
  'prediction' in given
    ? { prediction: predictionFor(given.prediction), unknown: null }
    : { prediction: null, unknown: given.unknown };

const caseOf = (outcome: CaseOutcome): PetshopResult['cases'][number] => {
  const { id, changeCase, measured, addedOnce } = outcome;
  return {
    id,
    component: changeCase.component,
    kind: changeCase.knob?.dose.kind ?? null,
    amount: changeCase.knob?.dose.amount ?? null,
    signal: changeCase.signal,
    windows: [...measured.windows],
    windowsBy: measured.by,
    atOnce: roundedTo('latencyMs', measured.atOnce),
    measured: {
      latencyMs: roundedTo('latencyMs', measured.latencyMs),
      availabilityRatio: roundedTo('availabilityRatio', measured.availabilityRatio),
    },
    usualTimes: answerFor(outcome.fromUsual),
    smallestDose: answerFor(outcome.fromSmallest),
    noChange: predictionFor(outcome.noChange),
    addedOnce: addedOnce === undefined ? null : predictionFor(addedOnce),
  };
};

/**
 * The result of a folder.
 *
 * @param folder - As it was named.
 * @param outcome - Of its cases.
 * @param stoppedEarly - Whether there are more.
 */
export function petshopResult(
  folder: string,
  { outcomes, leftOut }: FolderOutcome,
  stoppedEarly: boolean,
): PetshopResult {
  return {
    folder,
    intervalRatio,
    rows: scoreRows(outcomes),
    cases: outcomes.map(caseOf),
    leftOut: [...leftOut],
    stoppedEarly,
  };
}
