import { durationMsSchema } from '../kernel/index.ts';

/** In a shorter one nothing can be told of rates: what is measured comes in every few seconds. */
const shortestMs = 1_000;

/** A schema for how long something is watched: a duration with a unit, as milliseconds. */
export const windowMsSchema = durationMsSchema.refine((durationMs) => durationMs >= shortestMs, {
  error: 'a duration of at least one second, such as 30s, 5m or 2h',
});
