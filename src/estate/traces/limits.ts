/**
 * How much a summary may hold. Names come from outside: one that makes them up must not fill the memory. What is beyond a
 * limit is counted under `otherName`, and in coverage.
 */
export interface TraceLimits {
  /** Spans of traces that are still being put together, about 400 bytes each. */
  readonly bufferedSpans: number;
  readonly components: number;
  readonly instancesOfComponent: number;
  readonly operationsOfComponent: number;
  /** Things called that send no spans themselves. */
  readonly peers: number;
  readonly edgesOfOperation: number;
  readonly plansOfOperation: number;
  /** A longer plan is counted as another, without its steps. */
  readonly callsOfPlan: number;
  /** Whole vectors of segments kept of each plan; fewer than 30 leave the test of dependence without an answer. */
  readonly samplesOfPlan: number;
  readonly hostPairs: number;
  /** Requests kept to see who was in flight beside whom, about a kilobyte each while they are gone through. */
  readonly loggedRequests: number;
}

/** Enough for an estate of hundreds of services in some hundreds of megabytes. */
export const defaultLimits: TraceLimits = {
  bufferedSpans: 100_000,
  components: 1_000,
  instancesOfComponent: 500,
  operationsOfComponent: 300,
  peers: 2_000,
  edgesOfOperation: 100,
  plansOfOperation: 24,
  callsOfPlan: 100,
  samplesOfPlan: 100,
  hostPairs: 2_000,
  loggedRequests: 20_000,
};

/** The name of what was beyond a limit. */
export const otherName = '(other)';
