/** A second opinion that knows no mechanism, to hold a model against; nothing here may be taken for a prediction by itself. */
export { learnedLatencies } from './learned-latency.ts';
export type { LearnedLatency, Rates } from './learned-latency.ts';
