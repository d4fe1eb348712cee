/**
 * A number that can be counted with.
 *
 * @param value - Anything.
 * @returns `undefined` where it is no number, or not finite. Minus zero is zero: most that print JSON write it so, and one
 *   span must be the same in every form.
 */
export const finiteNumber = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value + 0 : undefined;
