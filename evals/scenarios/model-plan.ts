import type { Action } from '../../src/kernel/index.ts';
import { setFromOutside } from '../../twin/index.ts';
import type { Happenings, MemberModel } from './member-model.ts';
import type { Pause } from './pause.ts';
import type { Member } from './read-scenario.ts';
import { runModel } from './run-window.ts';
import type { Run } from './run-window.ts';

/** What is let happen, with what the model could not do left out, and the model that has that in it already. */
export interface ModelPlan {
  readonly model: MemberModel;
  readonly happenings: Happenings;
  /** What the model cannot show at all. */
  readonly problems: readonly string[];
}

/** What is changed around running instances; the memory of a queue too, which in the model is no instance's. */
const setAround: ReadonlySet<string> = new Set([...setFromOutside, 'memory-policy']);

/** A run in which nothing happens but what the model itself says. */
export const noHappenings: Happenings = { faults: [], change: [], remedy: [] };

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
 *
 * @param member - Read and checked.
 * @param model - Of it.
 * @param seed - Of the run that is made to see what the model can do.
 * @param pause - Called between the pieces of that run.
 * @throws RegisteredError `scenario-invalid` where what is said by hand makes no model; `interrupted`
 */
export async function planOf(member: Member, model: MemberModel, seed: number, pause: Pause): Promise<ModelPlan> {
  const { written, change } = member;
  const isDone = ({ outcomes }: Run, kind: 'action' | 'fault', ms: number) =>
    outcomes.filter((outcome) => outcome.kind === kind && outcome.startedMs === ms);
  if (written.change.length + written.faults.length + written.remedy.length === 0)
    return { model, happenings: written, problems: [] };
  const refused = model.refused(written);
  if (refused.length > 0) return { model, happenings: written, problems: refused };
  const tried = await runModel(model.with(written), seed, pause);
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
