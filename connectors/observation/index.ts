/** The value that every reader gives: what was read, of what, when, and what was not understood. No reader lives here. */
export type { Collector, Observation } from './observation.ts';
