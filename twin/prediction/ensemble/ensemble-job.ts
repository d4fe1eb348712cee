import type { FoundFact } from '../../../src/estate/index.ts';
import type { PreflightEstate } from '../../preflight/index.ts';
import type { WindowFigures } from '../../model/index.ts';
import type { Circumstances, Enactment, Plan } from '../enactment/index.ts';
import type { Shown } from '../judgement/index.ts';

/** Everything that a run of a prediction needs, as plain data that a thread can be given. */
export interface EnsembleJob extends Omit<
  Circumstances,
  'behaviourOf' | 'placeOfKey' | 'change' | 'remedy' | 'components' | 'facts'
> {
  readonly components: PreflightEstate['components'];
  readonly facts: readonly FoundFact[];
  readonly enactment: Enactment;
  readonly plan: Plan;
  /** What all chance comes from: the same gives the same numbers. */
  readonly seed: number;
  /** By which all that was seen to come from outside is multiplied. */
  readonly traffic: number;
  /** Whether what is asked is the load alone: it is held against the load that was seen. */
  readonly isOfLoad: boolean;
}

/** What was seen while something lasted. */
export interface Phase {
  readonly fromMs: number;
  readonly toMs: number;
  readonly operations: readonly WindowFigures[];
}

/** One run of a prediction: an estate as it may be, without and with what is asked about, with the same chance. */
export interface PredictedRun {
  readonly run: number;
  /** The value of each parameter, by its kind and what it is of. */
  readonly settled: Readonly<Record<string, number>>;
  /** Without what is asked about. */
  readonly before: Phase;
  /** From when it begins until it has ended; null where nothing is let happen in time. */
  readonly during: Phase | null;
  /** Afterwards; null where it does not end within the run. */
  readonly after: Phase | null;
  /** How long what is asked about took; null where it did not end, or nothing is let happen in time. */
  readonly completedAfterMs: number | null;
  /** What is worse with it; undefined where too few requests ended to tell. */
  readonly shown: readonly Shown[] | undefined;
}
