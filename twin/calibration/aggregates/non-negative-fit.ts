/** Enough for a handful of columns to settle to a part in a thousand, far inside what windows can tell. */
const sweeps = 200;

/**
 * Least squares with coefficients that are not negative, by coordinate descent (Lawson and Hanson 1974 state the problem).
 *
 * @param columns - What may explain, one number a row each.
 * @param target - What is to be explained, one number a row.
 * @param rows - Which rows to use, with repetition: draws of a bootstrap.
 * @param most - The highest that each coefficient may be.
 * @returns One coefficient a column; 0 for a column that is zero throughout.
 */
export function nonNegativeFit(
  columns: readonly (readonly number[])[],
  target: readonly number[],
  rows: readonly number[],
  most: readonly number[],
): readonly number[] {
  const at = (values: readonly number[], row: number): number => values[row] ?? 0;
  const product = (one: readonly number[], other: readonly number[]): number =>
    rows.reduce((sum, row) => sum + at(one, row) * at(other, row), 0);
  const squares = columns.map((one) => columns.map((other) => product(one, other)));
  const aims = columns.map((column) => product(column, target));
  const found = columns.map(() => 0);
  for (let sweep = 0; sweep < sweeps; sweep += 1) {
    for (const [index, row] of squares.entries()) {
      const own = row[index] ?? 0;
      if (own <= 0) continue;
      const rest = row.reduce((sum, square, other) => sum + square * (found[other] ?? 0), 0);
      const next = (found[index] ?? 0) + ((aims[index] ?? 0) - rest) / own;
      found[index] = Math.min(most[index] ?? Infinity, Math.max(0, next));
    }
  }
  return found;
}
