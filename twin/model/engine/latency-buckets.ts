const subBucketBits = 7;
/** Float32 keeps 23 bits of the number itself; the rest above them is the exponent. */
const shift = 23 - subBucketBits;
/** Below a nanosecond all is one bucket; above 35 years too. */
const lowestMs = 2 ** -20;
const octaves = 60;

/** How many buckets durations are counted in. */
export const bucketCount = octaves << subBucketBits;

const asFloat = new Float32Array(1);
const asBits = new Int32Array(asFloat.buffer);
asFloat[0] = lowestMs;
const base = (asBits[0] as number) >> shift;

/**
 * The bucket of a duration. Buckets are 1/128 of an octave wide, so that any quantile is within 0.8 % of the exact one; the
 * bucket is read from the bits of the number, as HdrHistogram does.
 */
export function bucketOf(durationMs: number): number {
  asFloat[0] = durationMs;
  const bucket = ((asBits[0] as number) >> shift) - base;
  return bucket < 0 ? 0 : bucket < bucketCount ? bucket : bucketCount - 1;
}

/**
 * A quantile of what was counted, linear within its bucket.
 *
 * @param counts - By bucket.
 * @param count - Of all.
 * @param share - 0 to 1.
 * @returns Milliseconds; not a number where nothing was counted.
 */
export function quantileMs(counts: ArrayLike<number>, count: number, share: number): number {
  if (count === 0) return NaN;
  const wanted = share * count;
  let seen = 0;
  let bucket = 0;
  for (; bucket < counts.length - 1; bucket++) {
    const inIt = counts[bucket] as number;
    if (inIt > 0 && seen + inIt >= wanted) break;
    seen += inIt;
  }
  const from = boundMs(bucket);
  return from + ((wanted - seen) / Math.max(1, counts[bucket] as number)) * (boundMs(bucket + 1) - from);
}

function boundMs(bucket: number): number {
  asBits[0] = (bucket + base) << shift;
  return asFloat[0] as number;
}
