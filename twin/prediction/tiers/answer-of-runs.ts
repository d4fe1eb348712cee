import { combineVerdicts, compareVerdicts } from '../../verdict.ts';
import type { Shown } from '../judgement/index.ts';
import type { Reason, TierAnswer } from './answer.ts';

/**
 * What the model says where it could not be run.
 *
 * @param missing - What would let it run.
 */
export const modelNotAsked = (missing: readonly string[]): TierAnswer => ({
  tier: 'model',
  wasAsked: false,
  verdict: 'unknown',
  reasons: [],
  remedies: [],
  missing,
});

/** The worst that enough of the runs show of one measure, or worse. */
function reasonOf(
  measure: Shown['measure'],
  those: readonly (readonly Shown[])[],
  fewest: number,
  runs: number,
): Reason | undefined {
  const worstOfEach = those
    .flatMap((shown) => shown.toSorted((a, b) => compareVerdicts(a.verdict, b.verdict)).slice(0, 1))
    .sort((a, b) => compareVerdicts(a.verdict, b.verdict));
  const carrying = worstOfEach[fewest - 1];
  if (carrying === undefined) return undefined;
  const { verdict } = carrying;
  const times = worstOfEach.filter((each) => compareVerdicts(each.verdict, verdict) <= 0);
  const first = times.find((each) => each.verdict === verdict) ?? carrying;
  const text = `In ${times.length} of ${runs} runs of the model, ${first.text}.`;
  return { tier: 'model', mechanism: measure, verdict, text, takesDown: [] };
}

/**
 * What several runs say together: of each measure the worst that enough of them show.
 *
 * @param shown - Of each run; undefined where it had too little to tell.
 * @param leastShare - Of the runs, from which on something counts; where left out, one run is enough.
 */
export function answerOfRuns(shown: readonly (readonly Shown[] | undefined)[], leastShare = 0): TierAnswer {
  const told = shown.filter((each) => each !== undefined);
  const fewest = Math.max(1, Math.ceil(leastShare * told.length));
  const measures = [...new Set(told.flat().map(({ measure }) => measure))];
  const reasons = measures
    .flatMap((measure) => {
      const those = told.map((each) => each.filter((one) => one.measure === measure));
      return reasonOf(measure, those, fewest, shown.length) ?? [];
    })
    .sort((a, b) => compareVerdicts(a.verdict, b.verdict));
  const tooFew = told.length < shown.length && reasons.length === 0;
  return {
    tier: 'model',
    wasAsked: true,
    verdict: tooFew ? 'unknown' : combineVerdicts(['pass', ...reasons.map(({ verdict }) => verdict)]),
    reasons,
    remedies: [],
    missing: tooFew ? ['more requests: too few end in a run to tell'] : [],
  };
}
