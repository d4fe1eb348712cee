const subBucketBits = 6;
/** Float32 keeps 23 bits of the number itself; the rest above them is the exponent. */
const shift = 23 - subBucketBits;
/** Below a nanosecond all is one bucket; above 35 years too. */
const lowestMs = 2 ** -20;
const octaves = 60;
const buckets = octaves << subBucketBits;

const asFloat = new Float32Array(1);
const asBits = new Int32Array(asFloat.buffer);
asFloat[0] = lowestMs;
const base = (asBits[0] as number) >> shift;

/**
 * Counts of durations in buckets that are 1/64 of an octave wide: any quantile is within 0.8 % of the exact one, and memory
 * does not depend on how many are counted. The bucket is read from the bits of the number, as HdrHistogram does.
 */
export class LatencyHistogram {
  readonly #counts = new Float64Array(buckets);
  count = 0;
  sumMs = 0;
  maxMs = 0;

  /** Counts one. */
  add(durationMs: number): void {
    asFloat[0] = durationMs;
    const bucket = ((asBits[0] as number) >> shift) - base;
    const kept = bucket < 0 ? 0 : bucket < buckets ? bucket : buckets - 1;
    this.#counts[kept] = (this.#counts[kept] as number) + 1;
    this.count += 1;
    this.sumMs += durationMs;
    if (durationMs > this.maxMs) this.maxMs = durationMs;
  }

  /**
   * A quantile, linear within its bucket.
   *
   * @param share - 0 to 1.
   * @returns Milliseconds; not a number where nothing was counted.
   */
  quantileMs(share: number): number {
    if (this.count === 0) return NaN;
    const wanted = share * this.count;
    let seen = 0;
    for (let bucket = 0; bucket < buckets; bucket++) {
      const inIt = this.#counts[bucket] as number;
      if (inIt === 0 || seen + inIt < wanted) {
        seen += inIt;
        continue;
      }
      const from = boundMs(bucket);
      const to = boundMs(bucket + 1);
      return Math.min(from + ((wanted - seen) / inIt) * (to - from), this.maxMs);
    }
    return this.maxMs;
  }

  /** Forgets all. */
  clear(): void {
    this.#counts.fill(0);
    this.count = 0;
    this.sumMs = 0;
    this.maxMs = 0;
  }
}

function boundMs(bucket: number): number {
  asBits[0] = (bucket + base) << shift;
  return asFloat[0] as number;
}
