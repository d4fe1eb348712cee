import { combineVerdicts, verdicts } from '../../twin/index.ts';
import type { Model } from '../../twin/model/index.ts';
import type { RemedyEffect, RemedyReason, TierAnswer } from './answer.ts';
import { isCutShort, judgeRun, judgeRuns } from './judge-runs.ts';
import type { Shown } from './judge-runs.ts';
import { memberModel, tooShortText } from './member-model.ts';
import type { Happenings, MemberModel, RunTimes } from './member-model.ts';
import { noHappenings, planOf } from './model-plan.ts';
import type { ModelPlan } from './model-plan.ts';
import type { Pause } from './pause.ts';
import type { Member } from './read-scenario.ts';
import { runModel, windowOf } from './run-window.ts';
import type { Run } from './run-window.ts';

/** Enough to see that something is no accident of one run; each is compared with a run of the same chance. */
export const seeds = [1, 2, 3] as const;

const notAsked = (missing: readonly string[]): TierAnswer => ({
  tier: 'model',
  wasAsked: false,
  verdict: 'unknown',
  reasons: [],
  remedies: [],
  missing,
});

const percent = (ratio: number): string => `${(Math.max(0, ratio) * 100).toFixed(0)} %`;

/** The worst that any of the runs shows of each measure, and in how many it is so. */
function together(shown: readonly (readonly Shown[])[]): TierAnswer['reasons'] {
  const groups = Map.groupBy(shown.flat(), ({ measure }) => measure);
  return [...groups].flatMap(([measure, those]) => {
    const worst = combineVerdicts(those.map(({ verdict }) => verdict));
    const first = those.find(({ verdict }) => verdict === worst);
    if (first === undefined) return [];
    const times = shown.filter((each) => each.some((one) => one.measure === measure && one.verdict === worst)).length;
    const text = `In ${times} of ${shown.length} runs of the model, ${first.text}.`;
    return [{ tier: 'model' as const, mechanism: measure, verdict: worst, text, takesDown: [] }];
  });
}

function answerOf(shown: readonly (readonly Shown[] | undefined)[]): TierAnswer {
  const told = shown.filter((each) => each !== undefined);
  const reasons = [...together(told)].sort((a, b) => verdicts.indexOf(b.verdict) - verdicts.indexOf(a.verdict));
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
  const answer = answerOf(pairs.map(({ without, withIt }) => judgeRuns(without, withIt, times, fromMs)));
  const cut = tooShort(pairs, times);
  if (cut.length === 0) return answer;
  const verdict = answer.reasons.length === 0 ? 'unknown' : answer.verdict;
  return { ...answer, verdict, missing: [...answer.missing, ...cut] };
}

async function remedyOf({ model, happenings }: ModelPlan, healthy: MemberModel, pause: Pause): Promise<RemedyReason> {
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
  if (model.missing.length > 0) return notAsked(model.missing);
  const plan = await planOf(member, model, seeds[0], pause);
  if (plan.problems.length > 0) return notAsked(plan.problems.map((problem) => `a model that can do this: ${problem}`));
  const answer = await compare(member, model, plan, pause);
  return {
    ...answer,
    missing: [...answer.missing, ...model.leftOut],
    model: plan.model.file(plan.happenings),
  };
}

async function compare(member: Member, model: MemberModel, plan: ModelPlan, pause: Pause): Promise<TierAnswer> {
  const { happenings } = plan;
  const { times } = model;
  if (happenings.remedy.length > 0) {
    const remedy = await remedyOf(plan, model, pause);
    const pairs = await pairsOf(plan.model.with({ ...happenings, remedy: [] }), plan.model.with(happenings), pause);
    return { ...judged(pairs, times, times.remedyMs), remedies: [remedy] };
  }
  if (member.change.length > 0) {
    const pairs = await pairsOf(model.with({ ...happenings, change: [] }), plan.model.with(happenings), pause);
    return judged(pairs, times, times.changeMs);
  }
  if (member.faults.length > 0) {
    const pairs = await pairsOf(model.with(noHappenings), model.with(happenings), pause);
    return judged(pairs, times, times.faultsMs);
  }
  const shown: (readonly Shown[] | undefined)[] = [];
  for (const seed of seeds) shown.push(judgeRun(await runModel(model.with(noHappenings), seed, pause), times));
  return answerOf(shown);
}
