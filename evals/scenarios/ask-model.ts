import type { Action } from '../../src/kernel/index.ts';
import { combineVerdicts, setFromOutside, verdicts } from '../../twin/index.ts';
import type { RemedyEffect, RemedyReason, TierAnswer } from './answer.ts';
import { judgeRun, judgeRuns } from './judge-runs.ts';
import type { Shown } from './judge-runs.ts';
import { memberModel } from './member-model.ts';
import type { Happenings, MemberModel } from './member-model.ts';
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

/** What is let happen, with what the model could not do left out, and the model that has that in it already. */
interface Plan {
  readonly model: MemberModel;
  readonly happenings: Happenings;
  /** What the model cannot show at all. */
  readonly problems: readonly string[];
}

/** What is changed around running instances; the memory of a queue too, which in the model is no instance's. */
const setAround: ReadonlySet<string> = new Set([...setFromOutside, 'memory-policy']);

const noHappenings: Happenings = { faults: [], change: [], remedy: [] };

/** What of a change needs no time: it is in the model from the start. */
const nothing: Readonly<Record<string, unknown>> = {};

/** Replaces the instances of a component, as its rollout says. */
const replacing = (component: string): Readonly<Record<string, unknown>> => ({
  action: 'set-image',
  component,
  image: 'the same, with another configuration',
});

/**
 * What the model of a member can do of what is to be let happen. A setting that a model cannot change while it runs is
 * compared as two models: one without it, and one that has it, in which the instances are replaced for it.
 */
function planOf(member: Member, model: MemberModel): Plan {
  const { written, change } = member;
  const isDone = ({ outcomes }: Run, kind: 'action' | 'fault', ms: number) =>
    outcomes.filter((outcome) => outcome.kind === kind && outcome.startedMs === ms);
  if (written.change.length + written.faults.length + written.remedy.length === 0)
    return { model, happenings: written, problems: [] };
  const tried = runModel(model.with(written), seeds[0]);
  const problemsOf = (kind: 'action' | 'fault', ms: number): readonly (string | null)[] =>
    isDone(tried, kind, ms).map(({ name, problem }) => (problem === null ? null : `${name}: ${problem}`));
  const ofChange = problemsOf('action', model.times.changeMs);
  const isAsModel = (action: Action, at: number): boolean =>
    action.kind === 'configure' && (typeof ofChange[at] === 'string' || !setAround.has(action.attribute));
  const asModels = change.filter(isAsModel);
  const inTime = written.change.map((given, at) => {
    const action = change[at];
    if (action === undefined || !isAsModel(action, at)) return given;
    return action.kind === 'configure' && !setAround.has(action.attribute) ? replacing(action.component) : nothing;
  });
  const problems = [
    ...ofChange.filter((_, at) => change[at]?.kind !== 'configure'),
    ...problemsOf('action', model.times.remedyMs),
    ...problemsOf('fault', model.times.faultsMs),
  ].filter((problem) => problem !== null);
  return {
    model: asModels.length === 0 ? model : model.after(asModels),
    happenings: { ...written, change: inTime.filter((given) => given !== nothing) },
    problems,
  };
}

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

function remedyOf({ model, happenings }: Plan, healthy: MemberModel): RemedyReason {
  const fromMs = model.times.forMs * 0.75;
  const runs = seeds.map((seed) => {
    const well = runModel(healthy.with(noHappenings), seed);
    const loss = (which: Happenings): number => lossAtEnd(runModel(model.with(which), seed), well, fromMs);
    return { ill: loss({ ...happenings, remedy: [] }), cured: loss(happenings) };
  });
  const mean = (of: (run: (typeof runs)[number]) => number): number =>
    runs.reduce((sum, run) => sum + of(run), 0) / runs.length;
  const [ill, cured] = [mean((run) => run.ill), mean((run) => run.cured)];
  const effect = effectOf(ill, cured);
  const text =
    effect === 'unknown'
      ? 'The model does not show what is wrong: nothing is lost without the remedy either.'
      : `In the last quarter of ${runs.length} runs of the model ${percent(cured)} of the requests are lost with the remedy, ${percent(ill)} without it.`;
  return { tier: 'model', mechanism: 'error-ratio', effect, text };
}

/**
 * What the simulation says of a member: what changes against the same model without what is judged, with the same chance.
 *
 * @param member - Read and checked.
 * @param name - How its model is called in messages.
 * @throws RegisteredError `scenario-invalid` where what is said of the model by hand makes none
 */
export function askModel(member: Member, name: string): TierAnswer {
  const model = memberModel(member, name);
  if (model.missing.length > 0) return notAsked(model.missing);
  const answer = compare(member, model);
  return { ...answer, missing: [...answer.missing, ...model.leftOut] };
}

function compare(member: Member, model: MemberModel): TierAnswer {
  const plan = planOf(member, model);
  if (plan.problems.length > 0) return notAsked(plan.problems.map((problem) => `a model that can do this: ${problem}`));
  const { happenings } = plan;
  const { times } = model;
  if (happenings.remedy.length > 0) {
    const remedy = remedyOf(plan, model);
    const shown = seeds.map((seed) =>
      judgeRuns(
        runModel(plan.model.with({ ...happenings, remedy: [] }), seed),
        runModel(plan.model.with(happenings), seed),
        times,
        times.remedyMs,
      ),
    );
    return { ...answerOf(shown), remedies: [remedy] };
  }
  if (member.change.length > 0) {
    const without = { ...happenings, change: [] };
    return answerOf(
      seeds.map((seed) =>
        judgeRuns(
          runModel(model.with(without), seed),
          runModel(plan.model.with(happenings), seed),
          times,
          times.changeMs,
        ),
      ),
    );
  }
  if (member.faults.length > 0) {
    return answerOf(
      seeds.map((seed) =>
        judgeRuns(
          runModel(model.with(noHappenings), seed),
          runModel(model.with(happenings), seed),
          times,
          times.faultsMs,
        ),
      ),
    );
  }
  return answerOf(seeds.map((seed) => judgeRun(runModel(model.with(noHappenings), seed), times)));
}
