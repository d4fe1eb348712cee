import {
  answerOfRuns,
  changedModel,
  enactedModel,
  heldAgainst,
  judgeRun,
  judgeRuns,
  modelNotAsked,
  noHappenings,
  planOf,
  runModel,
  windowOf,
} from '../../twin/prediction/index.ts';
import type {
  EnactedModel,
  Happenings,
  RemedyEffect,
  RemedyReason,
  Run,
  TierAnswer,
} from '../../twin/prediction/index.ts';
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

function remedyOf(model: EnactedModel, happenings: Happenings, healthy: EnactedModel): RemedyReason {
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
  const model = enactedModel(member, name);
  if (model.missing.length > 0) return modelNotAsked(model.missing);
  const answer = compare(member, model);
  return { ...answer, missing: [...answer.missing, ...model.leftOut] };
}

function compare(member: Member, model: EnactedModel): TierAnswer {
  const plan = planOf(member, model, seeds[0]);
  if (plan.problems.length > 0)
    return modelNotAsked(plan.problems.map((problem) => `a model that can do this: ${problem}`));
  const changed = changedModel(model, plan);
  const against = heldAgainst(plan, model);
  const answer = answerOfRuns(
    seeds.map((seed) =>
      against === undefined
        ? judgeRun(runModel(model.with(noHappenings), seed), model.times)
        : judgeRuns(
            runModel(against.model.with(against.happenings), seed),
            runModel(changed.with(plan.happenings), seed),
            model.times,
            against.fromMs,
          ),
    ),
  );
  return plan.happenings.remedy.length === 0
    ? answer
    : { ...answer, remedies: [remedyOf(changed, plan.happenings, model)] };
}
