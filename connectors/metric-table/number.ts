import { finiteNumber } from '../parsed-json/index.ts';

const decimal = /^[+-]?(?:\d{1,40}(?:\.\d{0,40})?|\.\d{1,40})(?:e[+-]?\d{1,3})?$/i;

/** How tables write that there is no value: a ratio of nothing, above all. */
const nothing: ReadonlySet<string> = new Set(['', 'NaN', 'nan', 'null', '-', 'N/A']);

/** Whether a cell says that there is no value. */
export const isNothing = (text: string): boolean => nothing.has(text.trim());

/**
 * The number that a cell holds.
 *
 * @param text - The cell.
 * @returns `undefined` where it holds none, or one that is not finite.
 */
export function numberOf(text: string): number | undefined {
  const trimmed = text.trim();
  return decimal.test(trimmed) ? finiteNumber(Number(trimmed)) : undefined;
}
