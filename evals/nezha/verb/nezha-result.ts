import { z } from 'zod';
import { placeLabel } from '../../../twin/diagnosis/index.ts';
import type { Suspect } from '../../../twin/diagnosis/index.ts';
import type { CaseOutcome } from '../run-case.ts';
import { scoreRows, scoreRowSchema } from '../score-table.ts';

const share = z.number().min(0).max(1);

const suspect = z.strictObject({
  place: z.string().describe('a component, or caller > callee'),
  isEdge: z.boolean(),
  score: z.number().describe('the sum of what follows'),
  time: share.describe('how well the time that requests lose is explained by it'),
  plan: share.describe('of the requests that went another way, the share that would not'),
  withheld: share.describe('of missing calls, the share that it no longer makes'),
  processor: share.describe('how far its processor use rose beyond the highest of usual times'),
});

const rank = z.int().positive().nullable();

/** What `backlot eval nezha` gives. */
export const nezhaResultSchema = z.strictObject({
  folder: z.string(),
  rows: z.array(scoreRowSchema).describe('all cases, by system and kind of fault'),
  halves: z.strictObject({
    developed: z.array(scoreRowSchema).describe('cases on which the method was developed'),
    held: z.array(scoreRowSchema).describe('cases that were looked at last'),
  }),
  cases: z.array(
    z.strictObject({
      id: z.string(),
      system: z.string(),
      faultType: z.string(),
      component: z.string().describe('where the fault was injected; not told to the diagnosis'),
      half: z.enum(['developed', 'held']).describe('by a hash of the id'),
      answer: z.string().nullable().describe('the first suspect; null: unknown, the evidence is too thin'),
      componentRank: rank.describe('where the component stands among components, from 1; null where it does not'),
      placeRank: rank.describe('where the first place stands that is it or touches it'),
      selfTimeRank: rank.describe('where growth of self time ranks it'),
      suspects: z.array(suspect).describe('the first three'),
      requests: z.int().describe('with the symptom'),
      recordings: z.int().describe('of other times'),
    }),
  ),
  stoppedEarly: z.boolean().describe('Ctrl-C ended it; the cases are those that were diagnosed until then'),
});

/** See `nezhaResultSchema`. */
export type NezhaResult = z.output<typeof nezhaResultSchema>;

/** Figures of the result are to three digits, so that it does not differ in the last bit from machine to machine. */
const rounded = (value: number): number => Math.round(value * 1_000) / 1_000;

const suspectOf = ({ place, score, time, plan, withheld, processor }: Suspect): z.output<typeof suspect> => ({
  place: placeLabel(place),
  isEdge: place.callee !== undefined,
  score: rounded(score),
  time: rounded(time),
  plan: rounded(plan),
  withheld: rounded(withheld),
  processor: rounded(processor),
});

const shown = 3;

/**
 * The result of a folder.
 *
 * @param folder - As it was named.
 * @param outcomes - Of its cases.
 * @param stoppedEarly - Whether there are more.
 */
export function nezhaResult(folder: string, outcomes: readonly CaseOutcome[], stoppedEarly: boolean): NezhaResult {
  const rowsOf = (half: 'developed' | 'held'): NezhaResult['rows'] =>
    scoreRows(outcomes.filter(({ faultCase }) => faultCase.half === half));
  return {
    folder,
    rows: scoreRows(outcomes),
    halves: { developed: rowsOf('developed'), held: rowsOf('held') },
    cases: outcomes.map(({ faultCase, diagnosis, componentRank, placeRank, selfTimeRank }) => ({
      id: faultCase.id,
      system: faultCase.system,
      faultType: faultCase.faultType,
      component: faultCase.component,
      half: faultCase.half,
      answer: diagnosis.answer === undefined ? null : placeLabel(diagnosis.answer.place),
      componentRank: componentRank ?? null,
      placeRank: placeRank ?? null,
      selfTimeRank: selfTimeRank ?? null,
      suspects: diagnosis.suspects.slice(0, shown).map(suspectOf),
      requests: diagnosis.requestCount,
      recordings: diagnosis.recordingCount,
    })),
    stoppedEarly,
  };
}
