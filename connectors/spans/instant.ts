/**
 * An instant to the nanosecond. Nanoseconds since 1970 exceed the 53 bits of a double; whole microseconds do not before
 * the year 2255, and the rest is kept beside them.
 */
export interface Instant {
  /** Whole microseconds since 1970-01-01T00:00:00Z. */
  readonly wholeUs: number;
  /** Nanoseconds beyond them, 0 to 999. */
  readonly restNs: number;
}

/** 2^32 nanoseconds are 4,294,967 microseconds and 296 nanoseconds. */
const wholeUsOfHighUnit = 4_294_967;
const restNsOfHighUnit = 296;

/**
 * The instant of an unsigned 64-bit count of nanoseconds since 1970, given as two halves of 32 bits.
 *
 * @param high - The upper half.
 * @param low - The lower half.
 */
export function instantOfHalves(high: number, low: number): Instant {
  const ns = high * restNsOfHighUnit + low;
  return { wholeUs: high * wholeUsOfHighUnit + Math.floor(ns / 1_000), restNs: ns % 1_000 };
}

/** 2^64 - 1 has twenty digits. */
const digitsOfUint64 = /^\d{1,20}$/;
const beyondUint64 = 2 ** 64;

/**
 * The instant of a count of nanoseconds since 1970, as JSON and CSV write it.
 *
 * @param value - A whole number, or its digits as text.
 * @returns `undefined` where it is neither, or more than 64 bits hold.
 */
export function instantOfNanoseconds(value: unknown): Instant | undefined {
  if (typeof value === 'string') {
    if (!digitsOfUint64.test(value)) return undefined;
    return { wholeUs: Number(value.slice(0, -3)), restNs: Number(value.slice(-3)) };
  }
  if (typeof value !== 'number' || !Number.isInteger(value)) return undefined;
  if (value < 0 || value >= beyondUint64) return undefined;
  return { wholeUs: Math.floor(value / 1_000), restNs: value % 1_000 };
}

/**
 * Milliseconds since 1970, exact to a quarter of a microsecond; whole microseconds give what `us / 1000` gives, so that
 * all formats agree on them.
 *
 * @param instant - When.
 */
export function msOf({ wholeUs, restNs }: Instant): number {
  return (wholeUs + restNs / 1_000) / 1_000;
}

/**
 * Milliseconds from one instant to another, exact to the nanosecond within 100 days.
 *
 * @param start - The earlier one.
 * @param end - The later one; the result is negative where it is not.
 */
export function msBetween(start: Instant, end: Instant): number {
  return ((end.wholeUs - start.wholeUs) * 1_000 + (end.restNs - start.restNs)) / 1_000_000;
}

/** Beyond this, in the year 2255, a double no longer tells one microsecond from the next. */
const latestUs = 2 ** 53;

/**
 * The instant of a count of microseconds since 1970, as JSON and CSV write it.
 *
 * @param value - A number, or its digits as text; a fraction counts to the nanosecond.
 * @returns `undefined` where it is neither, negative, or later than the year 2255.
 */
export function instantOfMicroseconds(value: unknown): Instant | undefined {
  const us = typeof value === 'string' && /^\d{1,16}(?:\.\d{1,9})?$/.test(value) ? Number(value) : value;
  if (typeof us !== 'number' || !(us >= 0) || us > latestUs) return undefined;
  const wholeUs = Math.floor(us);
  return { wholeUs, restNs: Math.floor((us - wholeUs) * 1_000) };
}
