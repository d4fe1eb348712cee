import { calibrate, calibratedBehaviour, drawParameters } from '../../calibration/index.ts';
import type { Calibration, Settle } from '../../calibration/index.ts';
import { startSimulation } from '../../model/index.ts';
import type { Model, Simulation } from '../../model/index.ts';
import { EstateView } from '../../preflight/index.ts';
import { changedModel, enactedModel, heldAgainst, noHappenings } from '../enactment/index.ts';
import type { EnactedModel, HeldAgainst, Run } from '../enactment/index.ts';
import { judgeRuns } from '../judgement/index.ts';
import type { EnsembleJob, Phase, PredictedRun } from './ensemble-job.ts';

/** How often it is looked whether what was begun has ended, in time of the model. */
const lookMs = 1_000;

/** Shorter, and a phase would show chance; a share of the whole run. */
const leastPhase = 0.1;

/** One side of a comparison, run to its end. */
interface Side {
  readonly run: Run;
  readonly simulation: Simulation;
}

const ended = (simulation: Simulation): Side => ({
  run: { report: simulation.report(), outcomes: simulation.control.outcomes },
  simulation,
});

function phase(simulation: Simulation, from: ReturnType<Simulation['mark']>): Phase {
  const to = simulation.mark();
  return { fromMs: from.atMs, toMs: to.atMs, operations: simulation.between(from, to) };
}

/** Runs what nothing happens in, or only what happens without what is asked about. */
function runWhole(model: Model, seed: string): Side & { readonly whole: Phase } {
  const simulation = startSimulation(model, { seed });
  simulation.runUntil(model.run.warmUp);
  const from = simulation.mark();
  simulation.runUntil(Infinity);
  const whole = phase(simulation, from);
  return { ...ended(simulation), whole };
}

type Phases = Pick<PredictedRun, 'during' | 'after' | 'completedAfterMs'>;

/** Runs what is asked about, and tells the time until it has ended from the time after. */
function runInPhases(model: Model, seed: string, fromMs: number): Side & Phases {
  const simulation = startSimulation(model, { seed });
  const { endMs } = simulation;
  simulation.runUntil(Math.max(fromMs, model.run.warmUp));
  const begun = simulation.mark();
  const asked = () => simulation.control.outcomes.filter(({ startedMs }) => startedMs >= fromMs);
  const isOver = (): boolean => asked().every(({ completedMs, problem }) => completedMs !== null || problem !== null);
  // What begins at this time is an event of its own.
  for (let atMs = begun.atMs + lookMs; atMs < endMs; atMs += lookMs) {
    simulation.runUntil(atMs);
    if (isOver() && atMs - begun.atMs >= leastPhase * endMs) break;
  }
  const during = phase(simulation, begun);
  const hasEnded = isOver();
  const middle = simulation.mark();
  simulation.runUntil(Infinity);
  const rest = phase(simulation, middle);
  const lastMs = asked().reduce((last, { completedMs }) => Math.max(last, completedMs ?? fromMs), fromMs);
  return {
    ...ended(simulation),
    during,
    after: hasEnded && rest.toMs - rest.fromMs >= leastPhase * endMs ? rest : null,
    completedAfterMs: hasEnded ? lastMs - fromMs : null,
  };
}

/** What is the same for all runs of a job. */
export interface PreparedJob {
  readonly job: EnsembleJob;
  readonly calibration: Calibration;
}

/**
 * Learns once what all runs of a job draw from.
 *
 * @param job - Of the ensemble.
 */
export function prepareJob(job: EnsembleJob): PreparedJob {
  return { job, calibration: calibrate(new EstateView(job)) };
}

/** The model of the estate in which the parameters have some values. */
export const modelOf = (job: EnsembleJob, settle: Settle): EnactedModel =>
  enactedModel({
    ...job,
    change: job.enactment.change,
    behaviourOf: (view) =>
      calibratedBehaviour(view, (kind, of) => {
        const value = settle(kind, of);
        return kind === 'arrival-rate' && value !== undefined ? value * job.traffic : value;
      }),
  });

function sidesOf(job: EnsembleJob, model: EnactedModel, settle: Settle): HeldAgainst | undefined {
  if (!job.isOfLoad) return heldAgainst(job.plan, model);
  return { model: modelOf({ ...job, load: [], traffic: 1 }, settle), happenings: noHappenings, fromMs: 0 };
}

/**
 * One run: every parameter is drawn anew, and the estate is run without and with what is asked about.
 *
 * @param prepared - By `prepareJob`.
 * @param run - Which, from 0.
 */
export function predictedRun({ job, calibration }: PreparedJob, run: number): PredictedRun {
  const settle = drawParameters(calibration.parameters, job.seed, run);
  const seed = `${job.seed} run ${run}`;
  const settled = Object.fromEntries(
    calibration.parameters.map(({ kind, of, value }) => [`${kind} ${of}`, settle(kind, of) ?? value.best]),
  );
  const model = modelOf(job, settle);
  const against = sidesOf(job, model, settle);
  if (against === undefined) {
    const { whole } = runWhole(model.with(noHappenings), seed);
    return { run, settled, before: whole, during: null, after: whole, completedAfterMs: null, shown: [] };
  }
  const without = runWhole(against.model.with(against.happenings), seed);
  const changed = changedModel(model, job.plan).with(job.plan.happenings);
  const judged = (side: Side) => judgeRuns(without.run, side.run, model.times, against.fromMs);
  if (job.isOfLoad) {
    const withIt = runWhole(changed, seed);
    return {
      run,
      settled,
      before: without.whole,
      during: null,
      after: withIt.whole,
      completedAfterMs: null,
      shown: judged(withIt),
    };
  }
  const { during, after, completedAfterMs, ...side } = runInPhases(changed, seed, against.fromMs);
  return { run, settled, before: without.whole, during, after, completedAfterMs, shown: judged(side) };
}
