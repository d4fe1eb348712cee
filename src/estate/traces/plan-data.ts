/** Another component's operation. */
export interface CallRef {
  readonly component: string;
  readonly operation: string | undefined;
}

/** One step of a plan: `seq[self, par[call A, call B], self, call C, self]`. */
export type PlanStep =
  | { readonly step: 'self' }
  | { readonly step: 'call'; readonly call: CallRef }
  | {
      readonly step: 'parallel';
      readonly calls: readonly CallRef[];
      /** The most of them that were under way at once in any trace: fewer than all is a bounded fan-out. */
      readonly mostAtOnce: number;
    };

/** Whether a call waits for the one before it, or merely comes later. */
export interface Dependence {
  /** Places in the steps. */
  readonly before: number;
  readonly after: number;
  /**
   * How much later the second begins when the first ends later, by regression over the samples: near 1 it waits for it,
   * near 0 it does not. Undefined with fewer than 30 samples, or where the first never varies.
   */
  readonly slope: number | undefined;
}

/** How busy its instance was while a request was served. */
export interface SampleCompany {
  /** Other requests in flight when it came. */
  readonly inFlight: number;
  /** Others that were in the component itself when it came. */
  readonly runnable: number;
  /** At index n - 1: its own time, in milliseconds, during which n requests were in the component itself. */
  readonly atOnceMs: readonly number[];
}

/** One way in which an operation was seen to call others. */
export interface CallPlan {
  readonly count: number;
  /** Adjusted for sampling. */
  readonly adjustedCount: number;
  readonly errorCount: number;
  /** Own work and calls in turn; begins and ends with own work. */
  readonly steps: readonly PlanStep[];
  /** Calls that the operation does not wait for. */
  readonly detached: readonly CallRef[];
  /** Whole requests, chosen by a seeded hash: for each the milliseconds of every step, to the microsecond. */
  readonly samples: readonly (readonly number[])[];
  /** Of each sample, in the same order; null where its stretch of time was not kept whole. */
  readonly company: readonly (SampleCompany | null)[];
  readonly dependences: readonly Dependence[];
}

/** How often one callee was called before another, over all plans of an operation. */
export interface PairOrder {
  readonly first: CallRef;
  readonly second: CallRef;
  /** Requests in which all calls of the first ended before any of the second began, and the reverse. */
  readonly before: number;
  readonly after: number;
  /** Requests in which they overlapped or alternated. */
  readonly mixed: number;
}
