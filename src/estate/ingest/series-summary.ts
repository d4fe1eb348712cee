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
  const mean = values.reduce((sum, value) => sum + value / count, 0);
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2 / count, 0);
  const rank = (ratio: number): number => values[Math.max(0, Math.ceil(ratio * count) - 1)] ?? mean;
  return {
    points: count,
    firstMs: first[0],
    lastMs: last[0],
    mean,
    standardDeviation: Number.isFinite(variance) ? Math.sqrt(variance) : 0,
    min: values[0] ?? mean,
    max: values.at(-1) ?? mean,
    p50: rank(0.5),
    p95: rank(0.95),
    last: last[1],
  };
}
