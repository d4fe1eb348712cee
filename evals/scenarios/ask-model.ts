import {
  changedModel,
  heldAgainst,
  noHappenings,
  planOf,
  runModel,
  tooShortText,
  windowOf,
} from '../../twin/prediction/enactment/index.ts';
import { isCutShort, judgeRun, judgeRuns } from '../../twin/prediction/judgement/index.ts';
import { answerOfRuns, modelNotAsked } from '../../twin/prediction/tiers/index.ts';
import type { EnactedModel, Happenings, Pause, Plan, Run, RunTimes } from '../../twin/prediction/enactment/index.ts';
import type { Shown } from '../../twin/prediction/judgement/index.ts';
import type { RemedyEffect, RemedyReason, TierAnswer } from '../../twin/prediction/tiers/index.ts';
import type { Model } from '../../twin/model/index.ts';
import { memberModel } from './member-model.ts';
import type { Member } from './read-scenario.ts';

/** Enough to see that something is no accident of one run; each is compared with a run of the same chance. */
export const seeds = [1, 2, 3] as const;

const percent = (ratio: number): string => `${(Math.max(0, ratio) * 100).toFixed(0)} %`;

/** The share of the requests of a healthy run that are not answered well at the end of another. */
function lossAtEnd(run: Run, healthy: Run, fromMs: number): number {
  const [is, was] = [windowOf(run.report, fromMs), windowOf(healthy.report, fromMs)];
  const good = was.ended - was.failed;
  return good === 0 ? 0 : 1 - (is.ended - is.failed) / good;
}

/** Recovered is what is within chance of a run in which nothing was wrong, or has lost a tenth of what was wrong. */
const recovered = { chance: 0.02, share: 0.1, partly: 0.5 } as const;

function effectOf(illRatio: number, curedRatio: number): RemedyEffect {
  if (illRatio < recovered.chance) return 'unknown';
  if (curedRatio <= Math.max(recovered.chance, recovered.share * illRatio)) return 'works';
  return curedRatio <= recovered.partly * illRatio ? 'partly' : 'fails';
}

/** Two runs of the same chance, without what is judged and with it. */
interface RunPair {
  readonly without: Run;
  readonly withIt: Run;
}

async function pairsOf(without: Model, withIt: Model, pause: Pause): Promise<readonly RunPair[]> {
  const pairs: RunPair[] = [];
  for (const seed of seeds) {
    pairs.push({
      without: await runModel(without, seed, pause),
      withIt: await runModel(withIt, seed, pause),
    });
  }
  return pairs;
}

/** What the runs were too short to show: an action that has not ended, and may take longer than they left it. */
function tooShort(pairs: readonly RunPair[], times: RunTimes): readonly string[] {
  const texts = pairs.flatMap(({ withIt }) =>
    withIt.outcomes
      .filter((outcome) => isCutShort(outcome, times))
      .map(({ name, component, startedMs }) =>
        tooShortText(times, startedMs, component === null ? name : `${name} of ${component}`),
      ),
  );
  return [...new Set(texts)];
}

function judged(pairs: readonly RunPair[], times: RunTimes, fromMs: number): TierAnswer {
  const answer = answerOfRuns(pairs.map(({ without, withIt }) => judgeRuns(without, withIt, times, fromMs)));
  const cut = tooShort(pairs, times);
  if (cut.length === 0) return answer;
  const verdict = answer.reasons.length === 0 ? 'unknown' : answer.verdict;
  return { ...answer, verdict, missing: [...answer.missing, ...cut] };
}

async function remedyOf(
  model: EnactedModel,
  happenings: Happenings,
  healthy: EnactedModel,
  pause: Pause,
): Promise<RemedyReason> {
  const fromMs = model.times.forMs * 0.75;
  let ill = 0;
  let cured = 0;
  for (const seed of seeds) {
    const well = await runModel(healthy.with(noHappenings), seed, pause);
    const loss = async (which: Happenings): Promise<number> =>
      lossAtEnd(await runModel(model.with(which), seed, pause), well, fromMs) / seeds.length;
    ill += await loss({ ...happenings, remedy: [] });
    cured += await loss(happenings);
  }
  const effect = effectOf(ill, cured);
  const text =
    effect === 'unknown'
      ? 'The model does not show what is wrong: nothing is lost without the remedy either.'
      : `In the last quarter of ${seeds.length} runs of the model ${percent(cured)} of the requests are lost with the remedy, ${percent(ill)} without it.`;
  return { tier: 'model', mechanism: 'error-ratio', effect, text };
}

/**
 * What the simulation says of a member: what changes against the same model without what is judged, with the same chance.
 *
 * @param member - Read and checked.
 * @param pause - Called between the pieces of its runs.
 * @throws RegisteredError `scenario-invalid` where what is said of the model by hand makes none; `interrupted`
 */
export async function askModel(member: Member, pause: Pause): Promise<TierAnswer> {
  const model = memberModel(member);
  if (model.missing.length > 0) return modelNotAsked(model.missing);
  const plan = await planOf(member, model, seeds[0], pause);
  if (plan.problems.length > 0)
    return modelNotAsked(plan.problems.map((problem) => `a model that can do this: ${problem}`));
  const answer = await compare(model, plan, pause);
  return {
    ...answer,
    missing: [...answer.missing, ...model.leftOut],
    model: changedModel(model, plan).file(plan.happenings),
  };
}

async function compare(model: EnactedModel, plan: Plan, pause: Pause): Promise<TierAnswer> {
  const { happenings } = plan;
  const against = heldAgainst(plan, model);
  if (against === undefined) {
    const shown: (readonly Shown[] | undefined)[] = [];
    for (const seed of seeds) {
      shown.push(judgeRun(await runModel(model.with(noHappenings), seed, pause), model.times));
    }
    return answerOfRuns(shown);
  }
  const changed = changedModel(model, plan);
  const pairs = await pairsOf(against.model.with(against.happenings), changed.with(happenings), pause);
  const answer = judged(pairs, model.times, against.fromMs);
  if (happenings.remedy.length === 0) return answer;
  return { ...answer, remedies: [await remedyOf(changed, happenings, model, pause)] };
}
