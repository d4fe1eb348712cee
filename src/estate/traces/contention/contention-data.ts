/** The own time of the requests that met so many others when they came. */
export interface OwnTimeOfCompany {
  /** Others there when they came: this many, or up to the next entry's. */
  readonly others: number;
  readonly count: number;
  /** Milliseconds in the component itself, waiting for its processors, workers and locks included; their sum. */
  readonly ownMs: number;
  /** The sum of their squares, for the error of a mean. */
  readonly ownMsSquared: number;
}

/** How the own time of some requests divides by how many requests were in the component itself meanwhile. */
export interface OwnTimeAtOnce {
  /** At index n - 1: own time, in milliseconds, during which n requests, itself among them, were there. */
  readonly atOnceMs: readonly number[];
  /** The same for all numbers past 64: the time, and the integral of one over their number. */
  readonly beyond: { readonly ms: number; readonly perRequestMs: number };
}

/**
 * How the own time of an operation's requests depends on how many others their instance had: what tells work from waiting.
 * Other operations of the same instance count as others.
 */
export interface ContentionData {
  /** Requests that this rests on: those whose whole stretch of time was kept. */
  readonly count: number;
  /** The share of the time whose requests were all kept, 0 to 1. */
  readonly keptRatio: number;
  /**
   * Whether every request left a span, as far as spans tell: where they are sampled, others are missing and an instance
   * looks less busy than it was. Undefined where no span tells how it was sampled.
   */
  readonly isComplete: boolean | undefined;
  /** By the others in flight at arrival, waiting for calls or not: what a worker limit bounds. */
  readonly byInFlight: readonly OwnTimeOfCompany[];
  /** By the others in the component itself at arrival: what processors are shared by. */
  readonly byRunnable: readonly (OwnTimeOfCompany & OwnTimeAtOnce)[];
}
