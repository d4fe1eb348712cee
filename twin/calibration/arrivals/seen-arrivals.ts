import type { Range } from '../range.ts';

/** Requests per bucket of time, as a fact `timeline` has them. */
export interface ArrivalCounts {
  readonly bucketMs: number;
  /** The first and the last bucket may not be whole; they are left out. */
  readonly arrivals: readonly number[];
}

/** How requests came. */
export interface SeenArrivals {
  /** Per second, over the whole time; 95 %, with what their clustering adds to it. */
  readonly perSecond: Range;
  /** Variance over mean of the counts, without slow changes of the rate: 1 where requests come independently; 95 %. */
  readonly dispersion: Range;
  /** Whether the rate stayed the same, as far as chance goes; where not, a prediction at its mean misses its peaks. */
  readonly isSteady: boolean;
  /** The rate over time, in stretches of equal length. */
  readonly stretches: readonly { readonly fromMs: number; readonly perSecond: number }[];
  /** Whole buckets. */
  readonly buckets: number;
}

const normal975 = 1.959963984540054;
/** 99.9 %: of many operations, few are to be called unsteady by chance. */
const normal999 = 3.090232306167813;

/** With fewer, a variance is chance. */
const fewestBuckets = 20;

/** Short enough to see a rate change, long enough for a mean. */
const stretchMs = 30_000;

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * The dispersion by differences of neighbours (von Neumann): half the mean square of the differences, over the mean. A rate
 * that changes slowly adds next to nothing to it, where the plain variance takes every change for clustering.
 */
function dispersionOf(counts: readonly number[]): number {
  let squares = 0;
  for (let at = 1; at < counts.length; at += 1) squares += ((counts[at] as number) - (counts[at - 1] as number)) ** 2;
  return squares / 2 / (counts.length - 1) / mean(counts);
}

/** Bounds of a quantile of the chi-square distribution over its degrees of freedom (Wilson and Hilferty 1931). */
function chiSquareRatio(degrees: number, z: number): number {
  const part = 2 / (9 * degrees);
  return (1 - part + z * Math.sqrt(part)) ** 3;
}

/**
 * Reads how requests came from their counts.
 *
 * @param counts - Of one operation.
 * @returns Undefined with fewer than 20 whole buckets, or where nothing came.
 */
export function seenArrivals({ bucketMs, arrivals }: ArrivalCounts): SeenArrivals | undefined {
  const whole = arrivals.slice(1, -1);
  const total = whole.reduce((sum, count) => sum + count, 0);
  if (whole.length < fewestBuckets || total === 0) return undefined;
  const best = dispersionOf(whole);
  // The estimate by differences has two thirds of the degrees of freedom of the plain variance (von Neumann et al. 1941).
  const degrees = ((whole.length - 1) * 2) / 3;
  const dispersion = {
    best,
    low: best / chiSquareRatio(degrees, normal975),
    high: best / chiSquareRatio(degrees, -normal975),
  };
  const perBucket = Math.max(1, Math.round(stretchMs / bucketMs));
  const stretches: { fromMs: number; counts: readonly number[] }[] = [];
  for (let from = 0; from + perBucket <= whole.length; from += perBucket) {
    stretches.push({ fromMs: from * bucketMs, counts: whole.slice(from, from + perBucket) });
  }
  const overallMs = whole.length * bucketMs;
  const seconds = overallMs / 1_000;
  const overall = total / whole.length;
  // Counts of a stretch vary by dispersion times mean; what they vary more is the rate.
  const isSteady = stretches.every(({ counts }) => {
    const error = Math.sqrt((Math.max(1, dispersion.high) * overall) / counts.length);
    return Math.abs(mean(counts) - overall) <= normal999 * error;
  });
  const half = normal975 * Math.sqrt(Math.max(1, best) * total);
  return {
    perSecond: { best: total / seconds, low: Math.max(0, total - half) / seconds, high: (total + half) / seconds },
    dispersion,
    isSteady,
    stretches: stretches.map(({ fromMs, counts }) => ({ fromMs, perSecond: (mean(counts) * 1_000) / bucketMs })),
    buckets: whole.length,
  };
}
