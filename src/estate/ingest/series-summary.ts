/** What is kept of a series of values: where it lies and how it scatters, not every point. */
export interface SeriesSummary {
  readonly points: number;
  /** Times of the first and the last point, in milliseconds since 1970. */
  readonly firstMs: number;
  readonly lastMs: number;
  readonly mean: number;
  /** Of the points, not of a population that they were drawn from. */
  readonly standardDeviation: number;
  readonly min: number;
  readonly max: number;
  /** By nearest rank. */
  readonly p50: number;
  readonly p95: number;
  readonly last: number;
}

/** Of values whose squares may be beyond every number. */
function standardDeviationOf(values: readonly number[], mean: number): number {
  const varianceIn = (unit: number): number =>
    values.reduce((sum, value) => sum + (value / unit - mean / unit) ** 2 / values.length, 0);
  const variance = varianceIn(1);
  if (Number.isFinite(variance)) return Math.sqrt(variance);
  const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  // Measured in the largest of them, values lie within one of zero, and so does how far they scatter.
  return Math.min(1, Math.sqrt(varianceIn(largest))) * largest;
}

/**
 * Sums up a series.
 *
 * @param points - Time in milliseconds since 1970, and value, earliest first; values that are not finite are passed over.
 * @returns Undefined where no point is left.
 */
export function seriesSummary(points: readonly (readonly [atMs: number, value: number])[]): SeriesSummary | undefined {
  const finite = points.filter(([, value]) => Number.isFinite(value));
  const [first, last] = [finite[0], finite.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const values = finite.map(([, value]) => value).sort((a, b) => a - b);
  const count = values.length;
  const [min = 0, max = 0] = [values[0], values.at(-1)];
  // Rounding may take the mean of the largest numbers that there are beyond them.
  const mean = Math.min(
    max,
    Math.max(
      min,
      values.reduce((sum, value) => sum + value / count, 0),
    ),
  );
  const rank = (ratio: number): number => values[Math.max(0, Math.ceil(ratio * count) - 1)] ?? mean;
  return {
    points: count,
    firstMs: first[0],
    lastMs: last[0],
    mean,
    standardDeviation: standardDeviationOf(values, mean),
    min,
    max,
    p50: rank(0.5),
    p95: rank(0.95),
    last: last[1],
  };
}
