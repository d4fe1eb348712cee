import { finiteNumber, isObject, listAt, sent } from '../parsed-json/index.ts';
import type { JsonObject } from '../parsed-json/index.ts';
import type { Buckets, Distribution } from './metric-point.ts';
import { wholeOf } from './whole.ts';

/** A count, which is never below zero. */
function countOf(value: unknown): number | undefined {
  const count = wholeOf(value);
  return count === undefined || count < 0 ? undefined : count;
}

function numbersOf(list: readonly unknown[] | undefined, read: (value: unknown) => number | undefined) {
  const numbers = list?.map(read);
  return numbers?.every((number) => number !== undefined) === true ? numbers : undefined;
}

const isAscending = (numbers: readonly number[]): boolean =>
  numbers.every((number, index) => index === 0 || number > (numbers[index - 1] ?? number));

function explicitBuckets(point: JsonObject): Buckets | 'none' | undefined {
  const bounds = numbersOf(listAt(point, 'explicitBounds'), finiteNumber);
  const counts = numbersOf(listAt(point, 'bucketCounts'), countOf);
  if (bounds === undefined || counts === undefined || !isAscending(bounds)) return undefined;
  if (counts.length === 0 && bounds.length === 0) return 'none';
  return counts.length === bounds.length + 1 ? { bounds, counts } : undefined;
}

/** The bounds and counts on one side of zero, from the inner bound outwards. */
function side(value: unknown, scale: number): { readonly bounds: number[]; readonly counts: number[] } | undefined {
  if (value === undefined || value === null) return { bounds: [], counts: [] };
  const counts = numbersOf(listAt(value, 'bucketCounts'), countOf);
  if (counts === undefined) return undefined;
  if (counts.length === 0) return { bounds: [], counts: [] };
  const offset = isObject(value) ? (wholeOf(value['offset'] ?? 0) ?? NaN) : NaN;
  // base = 2^(2^-scale): bucket i holds what is above base^i, up to base^(i+1).
  const bounds = Array.from({ length: counts.length + 1 }, (_, index) => 2 ** ((offset + index) * 2 ** -scale));
  return isAscending(bounds) && bounds.every((bound) => bound > 0 && Number.isFinite(bound))
    ? { bounds, counts }
    : undefined;
}

function exponentialBuckets(point: JsonObject): Buckets | undefined {
  const scale = wholeOf(point['scale'] ?? 0);
  const zeroCount = countOf(point['zeroCount'] ?? 0);
  if (scale === undefined || zeroCount === undefined) return undefined;
  const positive = side(point['positive'], scale);
  const negative = side(point['negative'], scale);
  if (positive === undefined || negative === undefined) return undefined;
  const threshold = Math.max(0, finiteNumber(point['zeroThreshold']) ?? 0);
  // What lies about zero ends where the positive side begins, or at the threshold where there is none.
  const zeroEnd = positive.bounds.length === 0 ? [threshold] : positive.bounds;
  const below = negative.bounds.toReversed().map((bound) => -bound);
  return {
    bounds: [...below, ...zeroEnd],
    counts: [...(below.length === 0 ? [] : [0, ...negative.counts.toReversed()]), zeroCount, ...positive.counts, 0],
  };
}

function quantilesOf(point: JsonObject): Distribution['quantiles'] | undefined {
  const list = listAt(point, 'quantileValues');
  const quantiles = list?.map((entry) => {
    if (!isObject(entry)) return undefined;
    // The binary form leaves zeros out.
    const quantile = finiteNumber(entry['quantile'] ?? 0);
    const value = finiteNumber(entry['value'] ?? 0);
    return quantile === undefined || quantile < 0 || quantile > 1 || value === undefined
      ? undefined
      : { quantile, value };
  });
  return quantiles?.every((entry) => entry !== undefined) === true ? quantiles : undefined;
}

/**
 * The distribution of a histogram's or a summary's point.
 *
 * @param kind - Which of them.
 * @param point - As the library or JSON.parse gives it.
 * @returns `undefined` where it is not as the protocol says: counts that fit no bounds, bounds that do not ascend.
 */
export function distributionOf(
  kind: 'histogram' | 'exponential-histogram' | 'summary',
  point: JsonObject,
): Distribution | undefined {
  const count = countOf(point['count'] ?? 0);
  const quantiles = kind === 'summary' ? quantilesOf(point) : [];
  const buckets =
    kind === 'summary' ? 'none' : kind === 'histogram' ? explicitBuckets(point) : exponentialBuckets(point);
  if (count === undefined || quantiles === undefined || buckets === undefined) return undefined;
  return {
    count,
    sum: finiteNumber(sent(point, 'sum')),
    min: finiteNumber(sent(point, 'min')),
    max: finiteNumber(sent(point, 'max')),
    buckets: buckets === 'none' ? undefined : buckets,
    quantiles,
  };
}
