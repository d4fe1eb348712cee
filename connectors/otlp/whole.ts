import { finiteNumber } from '../parsed-json/index.ts';
import { instantOfHalves, instantOfNanoseconds } from '../spans/index.ts';
import type { Instant } from '../spans/index.ts';

/** A 64-bit number as the library gives it: two halves of 32 bits, each signed. */
export interface Long {
  readonly low: number;
  readonly high: number;
  readonly unsigned: boolean;
}

const highUnit = 2 ** 32;
const wholeDigits = /^-?\d{1,20}$/;

/** Whether a value is the library's 64-bit number. */
function isLong(value: unknown): value is Long {
  return (
    typeof value === 'object' &&
    value !== null &&
    'low' in value &&
    'high' in value &&
    typeof value.low === 'number' &&
    typeof value.high === 'number'
  );
}

/** The number, as a double has it: exact up to 2^53. */
export function numberOf({ low, high, unsigned }: Long): number {
  return (unsigned ? high >>> 0 : high) * highUnit + (low >>> 0);
}

/**
 * A 64-bit number in whichever form: the library's, JSON's text, or a number.
 *
 * @param value - Anything.
 * @returns `undefined` where it is none, or not finite.
 */
export function wholeOf(value: unknown): number | undefined {
  if (typeof value === 'string') return wholeDigits.test(value) ? finiteNumber(Number(value)) : undefined;
  return isLong(value) ? numberOf(value) : finiteNumber(value);
}

/**
 * An instant in whichever form: the library's 64-bit number, JSON's digits, or a number of nanoseconds.
 *
 * @param value - Anything.
 * @returns `undefined` where it is none, or 0, which the protocol takes for unknown.
 */
export function instantOf(value: unknown): Instant | undefined {
  const instant = isLong(value) ? instantOfHalves(value.high >>> 0, value.low >>> 0) : instantOfNanoseconds(value);
  return instant === undefined || (instant.wholeUs === 0 && instant.restNs === 0) ? undefined : instant;
}
