import { z } from 'zod';

/** Several measurements of one thing. */
export const spreadSchema = z.strictObject({ median: z.number(), lowest: z.number(), highest: z.number() });

/** See `spreadSchema`. */
export type Spread = z.output<typeof spreadSchema>;

/** Median and bounds of several measurements. */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((one, other) => one - other);
  const at = (index: number): number => sorted[index] ?? NaN;
  const last = sorted.length - 1;
  return { median: (at(Math.floor(last / 2)) + at(Math.ceil(last / 2))) / 2, lowest: at(0), highest: at(last) };
}
