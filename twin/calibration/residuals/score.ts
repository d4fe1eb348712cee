import type { Range } from '../range.ts';

/** What a prediction said of one signal, and what came. */
export interface Score {
  /** `component/operation`. */
  readonly operation: string;
  /** The signal of it: `p50`, `p95`, `errors`, ... */
  readonly signal: string;
  /** Where on the scale of loads: see `loadBin`. */
  readonly loadBin: number;
  /** Before any correction, with the interval at `level`. Above 0. */
  readonly predicted: Range;
  /** Above 0. */
  readonly observed: number;
  /** When it was observed, in milliseconds since 1970. */
  readonly atMs: number;
}

/** Bins to a doubling of the load. */
const binsPerDoubling = 2;

/**
 * Puts a load into a bin, on a logarithmic scale: 0 around the load that the model was calibrated at, 2 around twice as
 * much, -2 around half.
 *
 * @param load - Requests per second; of none, it is the bin at minus infinity.
 * @param calibrated - The load at calibration, in the same unit; above 0.
 */
export function loadBin(load: number, calibrated: number): number {
  return Math.round(binsPerDoubling * Math.log2(load / calibrated));
}

/** By how much it was more than predicted, on the logarithmic scale: 0.1 is about a tenth more, -0.1 a tenth less. */
export const residual = ({ predicted, observed }: Score): number => Math.log(observed / predicted.best);
