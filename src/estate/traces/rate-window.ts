import type { TraceWindow } from './trace-summary.ts';

/** Three calls of one trace of a millisecond are three calls that were seen, not three thousand a second. */
const shortestMs = 1_000;

/**
 * Over how long the rates of a window are counted: as long as it was observed, and never less than a second.
 *
 * @param window - The time that the spans are of.
 * @returns Milliseconds.
 */
export function rateWindowMs({ observedMs }: Pick<TraceWindow, 'observedMs'>): number {
  return Math.max(shortestMs, observedMs);
}
