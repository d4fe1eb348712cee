import { LatencySketch } from '../../../src/estate/index.ts';
import type { SketchData } from '../../../src/estate/index.ts';

/**
 * All that several sketches have seen, as one.
 *
 * @param sketches - In any order.
 * @returns Undefined where there are none.
 */
export function joined(sketches: readonly SketchData[]): SketchData | undefined {
  const [first, ...others] = sketches;
  if (first === undefined) return undefined;
  const all = LatencySketch.fromData(first);
  for (const other of others) all.merge(LatencySketch.fromData(other));
  return all.toData();
}
