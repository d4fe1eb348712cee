import { z } from 'zod';
import type { RandomSource } from '../../../../../src/kernel/index.ts';

/** How the provider behaves: each request draws its latency and its fate from this. */
export const behaviourSchema = z.strictObject({
  /** Median of the latency. */
  latencyMs: z.number().min(0).max(120_000),
  /** Standard deviation of the latency's natural logarithm: 0 is constant, 0.5 has a p99 of 3.2 medians. */
  latencyJitter: z.number().min(0).max(3),
  /** On top of that, the same for each request: a longer way. */
  addedLatencyMs: z.number().min(0).max(120_000),
  /** Share of requests that are answered with 503. */
  errorRatio: z.number().min(0).max(1),
});

/** How the provider behaves. */
export type Behaviour = z.output<typeof behaviourSchema>;

/** The names of the behaviours one may start with. */
export const profileNames = ['steady', 'slow', 'flaky', 'down'] as const;

/** The behaviours by name. */
export const profiles: Readonly<Record<(typeof profileNames)[number], Behaviour>> = {
  steady: { latencyMs: 60, latencyJitter: 0.35, addedLatencyMs: 0, errorRatio: 0 },
  slow: { latencyMs: 900, latencyJitter: 0.5, addedLatencyMs: 0, errorRatio: 0 },
  flaky: { latencyMs: 80, latencyJitter: 0.5, addedLatencyMs: 0, errorRatio: 0.3 },
  down: { latencyMs: 5, latencyJitter: 0, addedLatencyMs: 0, errorRatio: 1 },
};

/** A standard normal draw (Box and Muller 1958). */
function standardNormal(random: RandomSource): number {
  return Math.sqrt(-2 * Math.log(1 - random.uniform())) * Math.cos(2 * Math.PI * random.uniform());
}

/**
 * Draws a latency: log-normal, as service times seen from outside are; most near the median, few far above it.
 *
 * @param behaviour - Median, spread, and what is added.
 * @param random - Where chance comes from.
 * @returns Milliseconds.
 */
export function drawLatencyMs(behaviour: Behaviour, random: RandomSource): number {
  return behaviour.addedLatencyMs + behaviour.latencyMs * Math.exp(behaviour.latencyJitter * standardNormal(random));
}
