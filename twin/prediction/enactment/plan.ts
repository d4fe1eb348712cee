import type { Action, Fault } from '../../../src/kernel/index.ts';
import { setFromOutside } from '../../preflight/index.ts';
import type { EnactedModel, Happenings, Written } from './enacted-model.ts';
import type { Pause } from './pause.ts';
import { runModel } from './run-window.ts';
import type { Run } from './run-window.ts';

/** What is to be let happen, read and as it is written. */
export interface Enactment {
  readonly change: readonly Action[];
  readonly faults: readonly Fault[];
  readonly written: Happenings;
}

/** What is let happen in a model, and what of a change the model has in it from the start. */
export interface Plan {
  /** Settings that no model can change while it runs: see `EnactedModel.after`. */
  readonly asModels: readonly Action[];
  readonly happenings: Happenings;
  /** What the model cannot show at all, each in a sentence. */
  readonly problems: readonly string[];
}

/** The other side of a comparison. */
export interface HeldAgainst {
  readonly model: EnactedModel;
  readonly happenings: Happenings;
  /** From when on both are compared. */
  readonly fromMs: number;
}

/** What is changed around running instances; the memory of a queue too, which in the model is no instance's. */
const setAround: ReadonlySet<string> = new Set([...setFromOutside, 'memory-policy']);

/** Nothing at all. */
export const noHappenings: Happenings = { faults: [], change: [], remedy: [] };

/** What of a change needs no time: it is in the model from the start. */
const nothing: Written = {};

/** Replaces the instances of a component, as its rollout says. */
const replacing = (component: string): Written => ({
  action: 'set-image',
  component,
  image: 'the same, with another configuration',
});

/**
 * What a model can do of what is to be let happen. A setting that it cannot change while it runs is compared as two models:
 * one without it, and one that has it, in which the instances are replaced for it.
 *
 * @param enactment - Read and checked.
 * @param model - Of the estate; it is run once, to see what it can do.
 * @param seed - Of that run.
 * @param pause - Called between the pieces of that run.
 * @throws RegisteredError `scenario-invalid` where what is said by hand makes no model; `interrupted`
 */
export async function planOf(
  { written, change }: Enactment,
  model: EnactedModel,
  seed: number,
  pause: Pause,
): Promise<Plan> {
  if (written.change.length + written.faults.length + written.remedy.length === 0)
    return { asModels: [], happenings: written, problems: [] };
  const isDone = ({ outcomes }: Run, kind: 'action' | 'fault', ms: number) =>
    outcomes.filter((outcome) => outcome.kind === kind && outcome.startedMs === ms);
  const refused = model.refused(written);
  if (refused.length > 0) return { asModels: [], happenings: written, problems: refused };
  const tried = await runModel(model.with(written), seed, pause);
  const problemsOf = (kind: 'action' | 'fault', ms: number): readonly (string | null)[] =>
    isDone(tried, kind, ms).map(({ name, problem }) => (problem === null ? null : `${name}: ${problem}`));
  const ofChange = problemsOf('action', model.times.changeMs);
  const isAsModel = (action: Action, at: number): boolean =>
    action.kind === 'configure' && (typeof ofChange[at] === 'string' || !setAround.has(action.attribute));
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
    asModels: change.filter(isAsModel),
    happenings: { ...written, change: inTime.filter((given) => given !== nothing) },
    problems,
  };
}

/**
 * The model of an estate in which the part of a plan that no model can change while it runs was always so.
 *
 * @param plan - Of that model.
 */
export const changedModel = (model: EnactedModel, { asModels }: Plan): EnactedModel =>
  asModels.length === 0 ? model : model.after(asModels);

/**
 * What runs of a plan are held against: the same without what is judged. A remedy is judged where there is one, else the
 * change, else the faults.
 *
 * @param plan - Of the model.
 * @param model - Of the estate as it is.
 * @returns Undefined where nothing is let happen.
 */
export function heldAgainst(plan: Plan, model: EnactedModel): HeldAgainst | undefined {
  const { happenings } = plan;
  const { times } = model;
  if (happenings.remedy.length > 0)
    return { model: changedModel(model, plan), happenings: { ...happenings, remedy: [] }, fromMs: times.remedyMs };
  if (happenings.change.length + plan.asModels.length > 0)
    return { model, happenings: { ...happenings, change: [] }, fromMs: times.changeMs };
  return happenings.faults.length > 0 ? { model, happenings: noHappenings, fromMs: times.faultsMs } : undefined;
}
