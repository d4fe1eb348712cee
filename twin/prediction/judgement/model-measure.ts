/** What a simulation is judged by, in the words of an expectation. */
export const modelMeasures = [
  /** The share of requests that fail. */
  'error-ratio',
  /** How long answers take. */
  'latency',
  /** Something that was begun and does not end: a rollout, a drain. */
  'completion',
  /** Instances end and start again. */
  'restarts',
  /** Instances end for want of memory. */
  'memory',
  /** A queue grows. */
  'backlog',
] as const;

/** One of `modelMeasures`. */
export type ModelMeasure = (typeof modelMeasures)[number];
