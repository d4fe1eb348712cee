import { quantileMs } from '../../../src/estate/index.ts';
import type { AttributeValueOf, SketchData } from '../../../src/estate/index.ts';

/** Long enough for some requests, short enough that a capture of a few minutes has several. */
const stretchMs = 30_000;

/** Fewer stretches, or requests in one, tell no difference between them. */
const fewestStretches = 4;
const fewestRequests = 10;

/** Parts of a sketch by which its variance is taken: a sketch has no squares. */
const parts = 100;

/** The variance of a duration, over the square of its mean. */
function relativeVariance(latency: SketchData): number {
  const mean = latency.sumMs / latency.count;
  const squares = Array.from({ length: parts }, (_, part) => (quantileMs(latency, (part + 0.5) / parts) - mean) ** 2);
  return squares.reduce((sum, square) => sum + square, 0) / parts / mean ** 2;
}

/**
 * By how much the mean latency of an operation differs from one half minute to the next, beyond what chance in single
 * requests explains: neighbours on the host, clearing of memory, whatever no fact tells.
 *
 * @param timeline - What arrived and was there, over time; by Little's law it tells the mean latency of a stretch.
 * @param latency - Of all its requests.
 * @returns A standard deviation of the logarithm; 0 where too little was seen to tell.
 */
export function unrestOf(timeline: AttributeValueOf<'timeline'> | undefined, latency: SketchData): number {
  if (timeline === undefined || latency.count === 0 || latency.sumMs <= 0) return 0;
  const { bucketMs, arrivals, meanInFlight } = timeline;
  const wide = Math.max(1, Math.round(stretchMs / bucketMs));
  const stretches = Array.from({ length: Math.floor(arrivals.length / wide) }, (_, at) => {
    const sum = (values: readonly number[]): number =>
      values.slice(at * wide, (at + 1) * wide).reduce((all, value) => all + value, 0);
    return { requests: sum(arrivals), busyMs: sum(meanInFlight) * bucketMs };
  }).filter(({ requests, busyMs }) => requests >= fewestRequests && busyMs > 0);
  if (stretches.length < fewestStretches) return 0;
  const logarithms = stretches.map(({ requests, busyMs }) => Math.log(busyMs / requests));
  const mean = logarithms.reduce((sum, value) => sum + value, 0) / logarithms.length;
  const seen = logarithms.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (logarithms.length - 1);
  const single = relativeVariance(latency);
  const chance = stretches.reduce((sum, { requests }) => sum + single / requests, 0) / stretches.length;
  return Math.sqrt(Math.max(0, seen - chance));
}
