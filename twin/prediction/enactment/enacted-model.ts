import { subjectLabel } from '../../../src/estate/index.ts';
import { formatDuration, parseDurationMs, RegisteredError } from '../../../src/kernel/index.ts';
import type { Action, ErrorDetails } from '../../../src/kernel/index.ts';
import { modelOfEstate } from '../../model/build/index.ts';
import type { Behaviour, MissingFact } from '../../model/build/index.ts';
import { readModel } from '../../model/index.ts';
import type { Model } from '../../model/index.ts';
import { applyChange, EstateView } from '../../preflight/index.ts';
import type { PreflightEstate } from '../../preflight/index.ts';
import { longestActionMs } from './longest-action.ts';
import { mergePatch } from './merge-patch.ts';
import { happeningAt } from './timeline-parts.ts';
import type { TimelineParts } from './timeline-parts.ts';

/** A mapping as a file has it. */
export type Written = Readonly<Record<string, unknown>>;

/** An estate, and under what it is looked at. */
export interface Circumstances extends PreflightEstate {
  /** Arrivals as a model file has them; those that the facts tell where there are none. */
  readonly load: readonly Written[];
  /** Merged over the model that is made of the facts, in turn. */
  readonly modelPatches: readonly Written[];
  readonly atMs: number;
  /** What is done, for how long a run has to last; nothing where left out. */
  readonly change?: readonly Action[];
  readonly remedy?: readonly Action[];
  /** How long a run takes where nothing is said and nothing needs more; ten minutes where left out. */
  readonly leastRunMs?: number;
  /** The times of a run, where another model of the same has told them. */
  readonly times?: RunTimes;
  /** How the parts of an estate behave, where more is known than single facts say. */
  readonly behaviourOf?: (view: EstateView) => Behaviour;
  /** Where in a file stands what a key of the model is about; where left out, it is told by its key alone. */
  readonly placeOfKey?: (key: string, parts: TimelineParts) => { readonly place: string; readonly key: string };
}

/** The times of a run, in milliseconds from its start. */
export interface RunTimes {
  readonly forMs: number;
  readonly faultsMs: number;
  readonly changeMs: number;
  readonly remedyMs: number;
  /** How long what is begun may take by what the model says; a run that leaves it less shows nothing by its not ending. */
  readonly neededMs: number;
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
  /**
   * With a timeline.
   *
   * @throws RegisteredError `scenario-invalid` where what is said by hand makes no model
   */
  readonly with: (happenings: Happenings) => Model;
  /** What the model does not know of what is to be let happen, for people; empty where it knows all. */
  readonly refused: (happenings: Happenings) => readonly string[];
  /** As a model file has it, with what is let happen in its timeline. */
  readonly file: (happenings: Happenings) => Readonly<Record<string, unknown>>;
  /** The same with actions done that a model cannot change while it runs: as if it had always been so. */
  readonly after: (actions: readonly Action[]) => EnactedModel;
}

const tenMinutesMs = 600_000;

/** Longer is no run that somebody waits for. */
const mostMs = 7_200_000;

/** Long enough before the change to see how it is without, and after it to see where it leads. */
const shareOfRun = { faults: 0.2, change: 0.3, remedy: 0.5, lastQuarter: 0.75 } as const;

/** Whatever was begun ends some time before the run does, so that what comes after is seen too. */
const roomFactor = 1.25;

const toldMs = ({ run }: Written): number | undefined => {
  const told = (run as { readonly for?: unknown } | undefined)?.for;
  return typeof told === 'string' ? parseDurationMs(told) : undefined;
};

/** So long must a run be that what is begun may end in it; of a remedy, before its effect is measured. */
function neededRunMs(changeMs: number, remedyMs: number): number {
  const ofChange = changeMs / (1 - shareOfRun.change);
  const ofRemedy = remedyMs / (shareOfRun.lastQuarter - shareOfRun.remedy);
  return roomFactor * Math.max(ofChange, ofRemedy);
}

function timesOf(forMs: number, neededMs: number): RunTimes {
  const at = (share: number): number => Math.round(forMs * share);
  return {
    forMs,
    faultsMs: at(shareOfRun.faults),
    changeMs: at(shareOfRun.change),
    remedyMs: at(shareOfRun.remedy),
    neededMs,
  };
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

type Problems = ErrorDetails<'model-invalid'>['problems'];

/** The model that a file makes, or what is wrong with it, by the keys of a model. */
function read(model: Written): Model | Problems {
  try {
    return readModel(model, 'the model').model;
  } catch (thrown) {
    if (!(thrown instanceof RegisteredError) || thrown.code !== 'model-invalid') throw thrown;
    return (thrown.details as ErrorDetails<'model-invalid'>).problems;
  }
}

const isModel = (made: Model | Problems): made is Model => !Array.isArray(made);

/** How long a run takes: what is said, or as long as what is begun needs. */
function runTimes({ change = [], remedy = [], leastRunMs = tenMinutesMs }: Circumstances, patched: Written): RunTimes {
  const told = toldMs(patched);
  const model = read(patched);
  if (!isModel(model)) return timesOf(told ?? leastRunMs, 0);
  const [changeMs, remedyMs] = [longestActionMs(change, model), longestActionMs(remedy, model)];
  // In whole minutes, which is how people say it.
  const wanted = Math.ceil(neededRunMs(changeMs, remedyMs) / 60_000) * 60_000;
  return timesOf(told ?? Math.min(mostMs, Math.max(leastRunMs, wanted)), Math.max(changeMs, remedyMs));
}

/**
 * Makes the model of an estate: of its facts, and of what is said by hand over that.
 *
 * @param circumstances - Read and checked.
 */
export function enactedModel(circumstances: Circumstances): EnactedModel {
  const { components, facts, load, modelPatches, atMs, behaviourOf } = circumstances;
  const placeOfKey = circumstances.placeOfKey ?? ((key) => ({ place: 'the model', key }));
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
  const lacking = missing.filter(({ path }) => !isSaid(byHand, path));
  const needed = lacking.filter(({ isNeeded }) => isNeeded).map(lackText);
  const times =
    circumstances.times ??
    (needed.length > 0
      ? timesOf(toldMs(patched) ?? circumstances.leastRunMs ?? tenMinutesMs, 0)
      : runTimes(circumstances, patched));
  const own = (patched['timeline'] ?? []) as readonly Written[];
  const partsOf = ({ faults, change }: Happenings): TimelineParts => ({
    own: own.length,
    faults: faults.length,
    change: change.length,
  });
  const file = ({ faults, change, remedy }: Happenings): Written => {
    const at = (ms: number, written: readonly Written[]): Written[] =>
      written.map((each) => ({ ...each, at: `${ms}ms` }));
    const timeline = [
      ...own,
      ...at(times.faultsMs, faults),
      ...at(times.changeMs, change),
      ...at(times.remedyMs, remedy),
    ];
    return { ...patched, run: { for: `${times.forMs}ms`, ...(patched['run'] as object | undefined) }, timeline };
  };
  return {
    times,
    missing: needed,
    leftOut: lacking.filter(({ isNeeded }) => !isNeeded).map(lackText),
    file,
    with: (happenings) => {
      const made = read(file(happenings));
      if (isModel(made)) return made;
      throw new RegisteredError('scenario-invalid', {
        problems: made.map(({ key, found, accepted }) => ({
          ...placeOfKey(key, partsOf(happenings)),
          found,
          accepted,
        })),
      });
    },
    refused: (happenings) => {
      const made = read(file(happenings));
      if (isModel(made) || !made.every(({ key }) => happeningAt(key, partsOf(happenings)) !== undefined)) return [];
      return made.map(({ key, found, accepted }) => {
        const { place } = placeOfKey(key, partsOf(happenings));
        return `${place}: found ${found}; accepted: ${accepted}`;
      });
    },
    after: (actions) =>
      enactedModel({ ...circumstances, facts: applyChange({ components, facts }, actions, atMs).facts }),
  };
}

/**
 * What a run was too short for, for people.
 *
 * @param times - Of the run.
 * @param startedMs - When it was begun.
 * @param what - The action.
 */
export function tooShortText({ forMs, neededMs }: RunTimes, startedMs: number, what: string): string {
  const left = formatDuration(forMs - startedMs);
  const enough = Math.ceil((forMs * roomFactor * neededMs) / (forMs - startedMs) / 60_000) * 60_000;
  return `a longer run (model: run: { for: ${formatDuration(enough)} }): ${what} may take ${formatDuration(neededMs)}, and the run leaves it ${left}`;
}
