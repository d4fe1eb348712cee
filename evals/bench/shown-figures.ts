import type { Spread } from './spread.ts';

/** A whole number with its thousands kept apart. */
export const whole = (value: number): string => Math.round(value).toLocaleString('en');

/** Three digits that count, whatever the size. */
export const threeDigits = (value: number): string => value.toLocaleString('en', { maximumSignificantDigits: 3 });

/** A share in hundredths. */
export const percent = (ratio: number, digits = 0): string => `${(100 * ratio).toFixed(digits)} %`;

/** A difference in hundredths, with its sign. */
export const difference = (ratio: number): string => `${ratio < 0 ? '' : '+'}${percent(ratio, 2)}`;

/** Memory, to a tenth. */
export const mebibytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MiB`;

/** Memory of a whole machine. */
export const gibibytes = (bytes: number): string => `${(bytes / 2 ** 30).toFixed(0)} GiB`;

/** A power that something grows with. */
export const power = (exponent: number | null): string => (exponent === null ? 'unknown' : exponent.toFixed(2));

/** A median with its bounds. */
export function spread({ median, lowest, highest }: Spread, shown: (value: number) => string): string {
  return `${shown(median)} (${shown(lowest)} to ${shown(highest)})`;
}
