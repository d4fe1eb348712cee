/**
 * An amount in another unit. What a server tells of durations, rates, counts and sizes is never below zero; a number that
 * is, or that the other unit takes beyond every number, says nothing.
 *
 * @param value - As it was told; undefined where it was no number.
 * @param factor - What one of it is in the other unit.
 * @returns Finite and not negative, or undefined where there is no such amount.
 */
export function amountIn(value: number | undefined, factor: number): number | undefined {
  const scaled = value === undefined ? NaN : value * factor;
  return scaled >= 0 && Number.isFinite(scaled) ? scaled + 0 : undefined;
}
