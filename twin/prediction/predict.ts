import { subjectLabel } from '../../src/estate/index.ts';
import type { Range, Score } from '../calibration/index.ts';
import { bestGuess, calibrate } from '../calibration/index.ts';
import type { Calibration } from '../calibration/index.ts';
import { EstateView } from '../preflight/index.ts';
import type { Verdict } from '../verdict.ts';
import { correctedSignals } from './corrected-signals.ts';
import { confidenceOf } from './confidence.ts';
import type { Confidence } from './confidence.ts';
import { noHappenings, noPause, planOf } from './enactment/index.ts';
import type { Circumstances, Enactment, Plan } from './enactment/index.ts';
import { modelOf, runEnsemble } from './ensemble/index.ts';
import type { EnsembleJob, EnsembleOptions, PredictedRun } from './ensemble/index.ts';
import {
  anchoredRuns,
  breachesOf,
  consistentRuns,
  rangeOfRuns,
  recentObjectives,
  sensitivitiesOf,
  signalsOf,
  validityOfData,
  validityOfLoad,
} from './summary/index.ts';
import type { Objective, PredictedBreach, PredictedSignal, Sensitivity, Validity } from './summary/index.ts';
import { learnedBursts } from './learned-bursts.ts';
import { secondOpinions } from './second-opinion.ts';
import type { SecondOpinion } from './second-opinion.ts';
import { answerOfRuns, askPreflight, joinVerdicts, modelNotAsked } from './tiers/index.ts';
import type { Reason, TierAnswer } from './tiers/index.ts';

/** What is asked of a prediction. */
export interface PredictionRequest
  extends Omit<Circumstances, 'behaviourOf' | 'placeOfKey' | 'change' | 'remedy'>, Enactment {
  readonly horizonMs: number;
  /** What an operator has said that operations are to keep to; the recent past suggests it for the others. */
  readonly objectives: readonly Objective[];
  /** By which all that was seen to come from outside is multiplied, where no load is told; 1 where left out. */
  readonly traffic?: number;
  readonly seed: number;
  /** What was learned too long ago to predict from, each in words; nothing where all of it is fresh. */
  readonly stale?: readonly string[];
  /** What became of earlier predictions of this estate; none where there were none. */
  readonly scores?: readonly Score[];
}

/** What an estate will do. */
export interface Prediction {
  readonly verdict: Verdict;
  /** What carries it, in one sentence. */
  readonly reason: string;
  readonly carriedBy: Reason | undefined;
  readonly tiers: readonly TierAnswer[];
  /** Runs that it rests on: of those made, the ones that agree with what was captured. */
  readonly runs: number;
  readonly signals: readonly PredictedSignal[];
  readonly breaches: readonly PredictedBreach[];
  /** How long what is asked about takes, in milliseconds; null where it never ended, or takes no time. */
  readonly completedAfterMs: Range | null;
  /** Of the runs, those in which it did not end; null where nothing is let happen in time. */
  readonly neverCompletesRatio: number | null;
  readonly validity: readonly Validity[];
  readonly sensitivities: readonly Sensitivity[];
  /** Of another load alone: what a predictor that knows no mechanism says beside the model. */
  readonly opinions: readonly SecondOpinion[];
  readonly confidence: Confidence;
  /** What the model does without. */
  readonly leftOut: readonly string[];
  readonly calibration: Calibration;
  /** The operations that are asked from outside. */
  readonly roots: readonly string[];
}

/** What fewer runs show is left to chance: the share from which on it carries the verdict. */
const leastShare = 0.05;

/** An objective that somebody has told, and that is missed in at least so many of the runs afterwards, blocks. */
const breachShare = 0.05;

const nothing: readonly never[] = [];

const isWrong = (verdict: Verdict): boolean => verdict !== 'pass' && verdict !== 'unknown';

interface Asked {
  readonly answer: TierAnswer;
  readonly runs: readonly PredictedRun[];
  readonly validity: readonly Validity[];
  readonly roots: readonly string[];
  readonly leftOut: readonly string[];
}

const notAsked = (missing: readonly string[], leftOut: readonly string[] = nothing): Asked => ({
  answer: modelNotAsked(missing),
  runs: nothing,
  validity: nothing,
  roots: nothing,
  leftOut,
});

async function askModel(
  request: PredictionRequest,
  view: EstateView,
  calibration: Calibration,
  options: EnsembleOptions,
): Promise<Asked> {
  const {
    components,
    facts,
    load,
    modelPatches,
    atMs,
    leastRunMs,
    seed,
    change,
    faults,
    written,
    stale = nothing,
    traffic = 1,
  } = request;
  const enactment: Enactment = { change, faults, written };
  const isOfLoad = change.length + faults.length === 0 && (load.length > 0 || traffic !== 1);
  const noPlan: Plan = { asModels: [], happenings: noHappenings, problems: [] };
  const job: EnsembleJob = {
    components: components.map(({ name, kind }) => ({ name, kind })),
    facts,
    load,
    modelPatches,
    atMs,
    ...(leastRunMs === undefined ? {} : { leastRunMs }),
    enactment,
    plan: noPlan,
    seed,
    traffic,
    isOfLoad,
  };
  if (stale.length > 0) return notAsked(stale.map((what) => `a new capture: ${what}`));
  const guess = modelOf(job, bestGuess(calibration.parameters));
  if (guess.missing.length > 0) return notAsked(guess.missing, guess.leftOut);
  const plan = await planOf(enactment, guess, seed, noPause);
  if (plan.problems.length > 0)
    return notAsked(
      plan.problems.map((problem) => `a model that can do this: ${problem}`),
      guess.leftOut,
    );
  const model = guess.with(noHappenings);
  const made = await runEnsemble({ ...job, plan, times: guess.times }, options);
  const roots = [...new Set(model.arrivals.map(({ operation }) => operation))];
  // Under another load, or with faults on both sides, the time before is not what was captured.
  const isAsCaptured =
    ((load.length === 0 && traffic === 1) || isOfLoad) && (faults.length === 0 || change.length === 0);
  const runs = isAsCaptured ? anchoredRuns(view, consistentRuns(view, roots, made), seed) : made;
  return {
    answer: answerOfRuns(
      runs.map(({ shown }) => shown),
      leastShare,
    ),
    runs,
    validity: [...validityOfLoad(view, calibration, model), ...validityOfData(calibration)],
    roots,
    leftOut: guess.leftOut,
  };
}

/** An objective that an operator has told and that is missed afterwards is harm, whatever the difference is. */
function reasonsOfBreaches(breaches: readonly PredictedBreach[]): readonly Reason[] {
  return breaches.flatMap(({ source, operation, signal, limit, probability }): Reason[] => {
    const { before, during, after } = probability;
    if (source !== 'told' || (before ?? 0) >= 0.5) return [];
    const worst = Math.max(after ?? 0, during ?? 0);
    if (worst < breachShare) return [];
    const verdict = (after ?? 0) >= breachShare || after === null ? 'block' : 'warn';
    const most = signal === 'errors' ? `${limit * 100} %` : `${limit} ms`;
    const text = `${signal} of ${operation} is above ${most} in ${(worst * 100).toFixed(0)} % of the runs.`;
    const mechanism = signal === 'errors' ? 'error-ratio' : 'latency';
    return [{ tier: 'model', mechanism, verdict, text, takesDown: [] }];
  });
}

function withReasons(answer: TierAnswer, reasons: readonly Reason[]): TierAnswer {
  if (reasons.length === 0 || !answer.wasAsked) return answer;
  const all = [...reasons, ...answer.reasons];
  const blocks = all.some(({ verdict }) => verdict === 'block');
  const verdict = blocks ? 'block' : answer.verdict === 'pass' || answer.verdict === 'latent' ? 'warn' : answer.verdict;
  return { ...answer, verdict, reasons: all };
}

function reasonText(verdict: Verdict, carriedBy: Reason | undefined, tiers: readonly TierAnswer[]): string {
  if (carriedBy !== undefined) return carriedBy.text;
  if (verdict !== 'unknown') return 'Nothing that either tier knows of becomes worse.';
  const open = tiers.filter((tier) => tier.verdict === 'unknown');
  const undecided = open.flatMap(({ reasons }) => reasons).find((each) => each.verdict === 'unknown');
  const missing = [...new Set(open.flatMap((tier) => tier.missing))];
  const why = undecided?.text ?? 'What would decide is not known.';
  return missing.length === 0 ? why : `${why} To be told: ${missing.join('; ')}.`;
}

/**
 * Predicts what an estate will do when something is done to it: rules first, then many runs of its model, every uncertain
 * parameter drawn anew in each.
 *
 * @param request - What is asked.
 * @param options - How the runs are made.
 * @returns The same for the same request and number of runs, on whatever machine.
 * @throws RegisteredError `scenario-invalid` where what is said by hand of the model makes none
 */
export async function predict(request: PredictionRequest, options: EnsembleOptions): Promise<Prediction> {
  const view = new EstateView(request);
  const calibration = calibrate(view);
  const lackText = ({ subject, attribute, part }: Parameters<Parameters<typeof askPreflight>[1]>[0]): string =>
    `${attribute}${part === undefined ? '' : `.${part}`} of ${subjectLabel(subject)}`;
  const preflight = askPreflight({ ...request, remedy: nothing }, lackText, learnedBursts(view, calibration));
  const { answer, runs, validity, roots, leftOut } = await askModel(request, view, calibration, options);
  const told = new Set(request.objectives.map(({ operation, signal }) => `${operation} ${signal}`));
  const recent = roots
    .flatMap((root) => recentObjectives(view, root))
    .filter(({ operation, signal }) => !told.has(`${operation} ${signal}`));
  const breaches = breachesOf([...request.objectives, ...recent], runs);
  const model = withReasons(answer, reasonsOfBreaches(breaches));
  const tiers = [preflight, model];
  const verdict = joinVerdicts(tiers);
  const carriedBy = isWrong(verdict)
    ? tiers.flatMap((tier) => tier.reasons).find((each) => each.verdict === verdict)
    : undefined;
  const inTime = runs.filter(({ during }) => during !== null);
  const signals = correctedSignals(signalsOf(runs), request.scores ?? nothing);
  const isOfLoad = request.change.length + request.faults.length === 0;
  const opinions = isOfLoad ? secondOpinions(view, signals) : nothing;
  const took = inTime.flatMap(({ completedAfterMs }) => completedAfterMs ?? []);
  return {
    verdict,
    reason: reasonText(verdict, carriedBy, tiers),
    carriedBy,
    tiers,
    runs: runs.length,
    signals,
    breaches,
    completedAfterMs: rangeOfRuns(took),
    neverCompletesRatio: inTime.length === 0 ? null : 1 - took.length / inTime.length,
    validity,
    sensitivities: sensitivitiesOf(runs, roots),
    opinions,
    confidence: confidenceOf(tiers, validity, opinions, roots),
    leftOut,
    calibration,
    roots,
  };
}
