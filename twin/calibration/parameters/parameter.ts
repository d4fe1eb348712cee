import type { Range } from '../range.ts';

/** What a parameter says. */
export type ParameterKind =
  /** Milliseconds that a request of an operation takes in its component without waiting for others. */
  | 'work'
  /** How many requests an instance works on at once. */
  | 'servers'
  /** The share of the work that is done on processors. */
  | 'processor-share'
  /** Requests from outside, per second. */
  | 'arrival-rate'
  /** Variance over mean of the counts of requests from outside. */
  | 'dispersion'
  /** Milliseconds on a processor that a request costs its component outside of its own time. */
  | 'overhead'
  /** Of how many requests an instance does that at once: telemetry is sent in batches, memory is cleared at times. */
  | 'overhead-batch';

/** How a parameter is known: the better first. */
export type ParameterSource = 'configuration' | 'trace' | 'metric' | 'prior';

/** A number that a calibrated model rests on. */
export interface Parameter {
  readonly kind: ParameterKind;
  /** `component`, `component/operation` or `caller > called`. */
  readonly of: string;
  /** Between what it lies (95 %), and the best guess; all three alike where it is known. */
  readonly value: Range;
  readonly source: ParameterSource;
  /** How many observations it rests on; undefined where it is not a statistic. */
  readonly count: number | undefined;
  /** How it was found, in one sentence. */
  readonly because: string;
}

/** Of a few requests their mean may be wrong by so much in either direction. */
const fewFactor = 4;

/**
 * The work of an operation of which only a few requests were seen: near their mean, within wide bounds.
 *
 * @param of - Which operation.
 * @param sumMs - Of what they took.
 * @param count - How many they were.
 * @returns Undefined where there was none.
 */
export function workOfFew(of: string, sumMs: number, count: number): Parameter | undefined {
  if (count === 0 || sumMs === 0) return undefined;
  const best = sumMs / count;
  const value = { best, low: best / fewFactor, high: best * fewFactor };
  return {
    kind: 'work',
    of,
    value,
    source: 'prior',
    count,
    because: 'too few requests for a mean: a quarter to four times it',
  };
}

/** A number that is known. */
export const exactly = (value: number): Range => ({ best: value, low: value, high: value });
