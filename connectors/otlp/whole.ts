/** A 64-bit number as the library gives it: two halves of 32 bits, each signed. */
export interface Long {
  readonly low: number;
  readonly high: number;
  readonly unsigned: boolean;
}

const highUnit = 2 ** 32;

/** Whether a value is the library's 64-bit number. */
export function isLong(value: unknown): value is Long {
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
