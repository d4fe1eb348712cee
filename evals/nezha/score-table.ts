import { z } from 'zod';
import { compareText } from '../../src/kernel/index.ts';
import type { CaseOutcome } from './run-case.ts';

const hits = z.strictObject({
  top1: z.int().describe('cases in which the first answer is right'),
  top3: z.int().describe('cases in which one of the first three is'),
});

/** The outcomes of the faults of one kind in one system. */
export const scoreRowSchema = z.strictObject({
  system: z.string(),
  faultType: z.string(),
  cases: z.int(),
  selfTime: hits.describe('by growth of self time, the ranking that is compared with'),
  component: hits.describe('by counterfactual, components only'),
  place: hits.describe('by counterfactual, components and edges; an edge is right where it touches the component'),
  unknown: z.int().describe('cases in which nothing was named; counted as wrong'),
});

/** See `scoreRowSchema`. */
export type ScoreRow = z.output<typeof scoreRowSchema>;

type Rank = number | undefined;

const hitsOf = (ranks: readonly Rank[]): z.output<typeof hits> => ({
  top1: ranks.filter((rank) => rank === 1).length,
  top3: ranks.filter((rank) => rank !== undefined && rank <= 3).length,
});

const keyOf = ({ faultCase: { system, faultType } }: CaseOutcome): string => JSON.stringify([system, faultType]);

/**
 * Counts outcomes by system and kind of fault.
 *
 * @param outcomes - Of any cases.
 */
export function scoreRows(outcomes: readonly CaseOutcome[]): ScoreRow[] {
  const groups = Map.groupBy(outcomes, keyOf);
  const keys = [...groups.keys()].sort(compareText);
  return keys.flatMap((key): ScoreRow[] => {
    const group = groups.get(key) ?? [];
    const [first] = group;
    if (first === undefined) return [];
    return [
      {
        system: first.faultCase.system,
        faultType: first.faultCase.faultType,
        cases: group.length,
        selfTime: hitsOf(group.map(({ selfTimeRank }) => selfTimeRank)),
        component: hitsOf(group.map(({ componentRank }) => componentRank)),
        place: hitsOf(group.map(({ placeRank }) => placeRank)),
        unknown: group.filter(({ diagnosis }) => diagnosis.answer === undefined).length,
      },
    ];
  });
}
