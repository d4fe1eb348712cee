/**
 * Sums that do not depend on the order of their terms. Adding doubles rounds, and rounds differently in another order; a
 * summary of the same spans must be the same to the last bit. Amounts are therefore first set on a grid of binary
 * fractions so coarse that every sum of them is exact.
 */

/** 2^14: a grid of 61 nanoseconds; sums stay exact up to 17 years of time. */
const ticksPerMs = 16_384;

/** Times since 1970 need 41 bits before the point; with ten behind it their sums and differences stay exact. */
const ticksPerInstantMs = 1_024;

/** 2^8: adjusted counts are right to 0.4 %, and exact where they are whole. */
const ticksPerCount = 256;

/** No span is taken to last longer, about 115 days; what claims to is a broken clock. */
export const longestMs = 1e10;

/**
 * A duration on the grid on which sums of durations are exact.
 *
 * @param durationMs - Finite.
 */
export function exactMs(durationMs: number): number {
  return Math.round(durationMs * ticksPerMs) / ticksPerMs;
}

/**
 * An instant on the grid on which sums of times in it are exact.
 *
 * @param instantMs - Milliseconds since 1970.
 */
export function exactInstantMs(instantMs: number): number {
  return Math.round(instantMs * ticksPerInstantMs) / ticksPerInstantMs;
}

/**
 * An adjusted count on the grid on which sums of counts are exact.
 *
 * @param count - At least 1.
 */
export function exactCount(count: number): number {
  return Math.round(count * ticksPerCount) / ticksPerCount;
}
