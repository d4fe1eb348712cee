/**
 * Orders texts by their code units: the same on every machine, whatever its language.
 *
 * @param left - The one.
 * @param right - The other.
 * @returns Below 0, 0 or above 0, as a list's `sort` takes it.
 */
export function compareText(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
