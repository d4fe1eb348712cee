/**
 * The power of `x` that `y` grows with: the slope of the straight line through the logarithms, by least squares. 1 is in
 * proportion, 2 with the square.
 *
 * @param points - Pairs of `x` and `y`, all above 0.
 * @returns Not a number where all `x` are the same.
 */
export function growthExponent(points: readonly (readonly [x: number, y: number])[]): number {
  const logs = points.map(([x, y]): [number, number] => [Math.log(x), Math.log(y)]);
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const meanX = mean(logs.map(([x]) => x));
  const meanY = mean(logs.map(([, y]) => y));
  const along = logs.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0);
  const spread = logs.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
  return spread === 0 ? NaN : along / spread;
}
