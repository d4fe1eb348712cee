/**
 * A quantile of some numbers, interpolated between neighbours (type 7 of Hyndman and Fan 1996).
 *
 * @param values - At least one, in any order.
 * @param at - From 0 to 1.
 */
export function quantileOf(values: readonly number[], at: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  const place = at * (sorted.length - 1);
  const below = Math.floor(place);
  const low = sorted[below] as number;
  return low + (place - below) * ((sorted[below + 1] ?? low) - low);
}
