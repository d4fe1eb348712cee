/** Columns that are nearly alike settle slowly; what is left then is far inside what windows can tell. */
const mostSweeps = 200;
/** Relative to the coefficients. */
const settled = 1e-6;

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
  for (let sweep = 0; sweep < mostSweeps; sweep += 1) {
    let [moved, size] = [0, 0];
    for (const [index, row] of squares.entries()) {
      const own = row[index] ?? 0;
      if (own <= 0) continue;
      const rest = row.reduce((sum, square, other) => sum + square * (found[other] ?? 0), 0);
      const next = (found[index] ?? 0) + ((aims[index] ?? 0) - rest) / own;
      const bounded = Math.min(most[index] ?? Infinity, Math.max(0, next));
      moved = Math.max(moved, Math.abs(bounded - (found[index] ?? 0)));
      size = Math.max(size, bounded);
      found[index] = bounded;
    }
    if (moved <= settled * size) break;
  }
  return found;
}
