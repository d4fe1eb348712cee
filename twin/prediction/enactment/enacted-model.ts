import { subjectLabel } from '../../../src/estate/index.ts';
import { parseDurationMs, RegisteredError } from '../../../src/kernel/index.ts';
import type { Action, ErrorDetails } from '../../../src/kernel/index.ts';
import { modelOfEstate } from '../../model/build/index.ts';
import type { Behaviour, MissingFact } from '../../model/build/index.ts';
import { readModel } from '../../model/index.ts';
import type { Model } from '../../model/index.ts';
import { applyChange, EstateView } from '../../preflight/index.ts';
import type { PreflightEstate } from '../../preflight/index.ts';
import { mergePatch } from './merge-patch.ts';

/** A mapping as a file has it. */
export type Written = Readonly<Record<string, unknown>>;

/** An estate, and under what it is looked at. */
export interface Circumstances extends PreflightEstate {
  /** Arrivals as a model file has them; those that the facts tell where there are none. */
  readonly load: readonly Written[];
  /** Merged over the model that is made of the facts, in turn. */
  readonly modelPatches: readonly Written[];
  readonly atMs: number;
  /** How the parts of an estate behave, where more is known than single facts say. */
  readonly behaviourOf?: (view: EstateView) => Behaviour;
}

/** The times of a run, in milliseconds from its start. */
export interface RunTimes {
  readonly forMs: number;
  readonly faultsMs: number;
  readonly changeMs: number;
  readonly remedyMs: number;
}

/** What is let happen in a run, as files have it. */
export interface Happenings {
  readonly faults: readonly Written[];
  readonly change: readonly Written[];
  readonly remedy: readonly Written[];
}

/** The model of an estate, before its timeline. */
export interface EnactedModel {
  /** What somebody has to say before it can be run, for people; empty where it can. */
  readonly missing: readonly string[];
  /** What facts do not tell and the model does without, for people. */
  readonly leftOut: readonly string[];
  readonly times: RunTimes;
  /** With a timeline. */
  readonly with: (happenings: Happenings) => Model;
  /** The same with actions done that a model cannot change while it runs: as if it had always been so. */
  readonly after: (actions: readonly Action[]) => EnactedModel;
}

const tenMinutesMs = 600_000;

/** Long enough before the change to see how it is without, and after it to see where it leads. */
const shareOfRun = { faults: 0.2, change: 0.3, remedy: 0.5 } as const;

function timesOf(model: Written): RunTimes {
  const run = (model['run'] ?? {}) as { readonly for?: unknown };
  const forMs = (typeof run.for === 'string' ? parseDurationMs(run.for) : undefined) ?? tenMinutesMs;
  const at = (share: number): number => Math.round(forMs * share);
  return { forMs, faultsMs: at(shareOfRun.faults), changeMs: at(shareOfRun.change), remedyMs: at(shareOfRun.remedy) };
}

const isSaid = (value: unknown, path: readonly string[]): boolean =>
  path.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null && Object.hasOwn(inner, key)
        ? (inner as Record<string, unknown>)[key]
        : undefined,
    value,
  ) !== undefined;

const lackText = ({ subject, attribute, part }: MissingFact): string =>
  `${attribute} of ${subjectLabel(subject)}${part === undefined ? '' : ` (${part})`}`;

/** Whoever wrote the scenario has never seen the text of the model: its mistakes are told by their keys alone. */
function read(model: Written, name: string): Model {
  try {
    return readModel(model, name).model;
  } catch (thrown) {
    if (!(thrown instanceof RegisteredError) || thrown.code !== 'model-invalid') throw thrown;
    const { problems } = thrown.details as ErrorDetails<'model-invalid'>;
    throw new RegisteredError('scenario-invalid', {
      problems: problems.map(({ key, found, accepted }) => ({ place: name, key: `model.${key}`, found, accepted })),
    });
  }
}

/**
 * Makes the model of an estate: of its facts, and of what is said by hand over that.
 *
 * @param circumstances - Read and checked.
 * @param name - How the model is called in messages.
 * @throws RegisteredError `scenario-invalid` from `with`, where what is said by hand makes no model
 */
export function enactedModel(circumstances: Circumstances, name: string): EnactedModel {
  const { components, facts, load, modelPatches, atMs, behaviourOf } = circumstances;
  const byHand = modelPatches.reduce<unknown>(mergePatch, {});
  const view = new EstateView({ components, facts });
  const { model, missing } = modelOfEstate(view, {
    atMs,
    byHand,
    ...(behaviourOf === undefined ? {} : { behaviour: behaviourOf(view) }),
    // The reading of the model checks what was written.
    ...(load.length === 0 ? {} : { load: load as NonNullable<Parameters<typeof modelOfEstate>[1]['load']> }),
  });
  const patched = mergePatch(model, byHand) as Written;
  const times = timesOf(patched);
  const lacking = missing.filter(({ path }) => !isSaid(byHand, path));
  return {
    times,
    missing: lacking.filter(({ isNeeded }) => isNeeded).map(lackText),
    leftOut: lacking.filter(({ isNeeded }) => !isNeeded).map(lackText),
    with: ({ faults, change, remedy }) => {
      const at = (ms: number, written: readonly Written[]): Written[] =>
        written.map((each) => ({ ...each, at: `${ms}ms` }));
      const own = (patched['timeline'] ?? []) as readonly Written[];
      const timeline = [
        ...own,
        ...at(times.faultsMs, faults),
        ...at(times.changeMs, change),
        ...at(times.remedyMs, remedy),
      ];
      return read({ ...patched, timeline }, name);
    },
    after: (actions) =>
      enactedModel({ ...circumstances, facts: applyChange({ components, facts }, actions, atMs).facts }, name),
  };
}
