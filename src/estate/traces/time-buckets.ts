import { exactInstantMs } from './exact-amount.ts';

/** At first one bucket a second; doubled until all that was seen fits. */
const narrowestMs = 1_000;

/** Ten minutes at a second each; more would cost each operation more memory than its sketch. */
const mostBuckets = 600;

/** What happened over time, in buckets of equal width. */
export interface TimelineData {
  /** Where the first bucket begins, in milliseconds since 1970; every bucket begins at a multiple of its width. */
  readonly startMs: number;
  readonly bucketMs: number;
  /** Spans that began in each bucket. */
  readonly arrivals: readonly number[];
  /** Requests in flight in each bucket, on average over it, adjusted for sampling. */
  readonly meanInFlight: readonly number[];
}

/**
 * Arrivals and time spent over time, in a bounded number of buckets. Where the time seen outgrows them, their width
 * doubles; the width depends on the first and the last instant alone, never on the order of the spans.
 */
export class TimeBuckets {
  #widthMs = narrowestMs;
  /** Number of the first bucket, counted from 1970. */
  #first = 0;
  #arrivals: number[] = [];
  #busyMs: number[] = [];

  /**
   * Counts a span in.
   *
   * @param startMs - Milliseconds since 1970.
   * @param endMs - Not before `startMs`.
   * @param weight - How many requests the span stands for.
   */
  add(startMs: number, endMs: number, weight: number): void {
    const start = exactInstantMs(startMs);
    const end = exactInstantMs(endMs);
    this.#reach(start, end);
    let bucket = Math.floor(start / this.#widthMs) - this.#first;
    this.#arrivals[bucket] = (this.#arrivals[bucket] ?? 0) + 1;
    let from = start;
    while (from < end) {
      const to = Math.min(end, (this.#first + bucket + 1) * this.#widthMs);
      this.#busyMs[bucket] = (this.#busyMs[bucket] ?? 0) + (to - from) * weight;
      from = to;
      bucket += 1;
    }
  }

  /** Takes in all that another has counted. */
  merge(other: TimeBuckets): void {
    if (other.#arrivals.length === 0) return;
    this.#reach(other.#first * other.#widthMs, (other.#first + other.#arrivals.length) * other.#widthMs - 1);
    const theirs = new TimeBuckets();
    theirs.#widthMs = other.#widthMs;
    theirs.#first = other.#first;
    theirs.#arrivals = [...other.#arrivals];
    theirs.#busyMs = [...other.#busyMs];
    while (theirs.#widthMs < this.#widthMs) theirs.#widen();
    theirs.#arrivals.forEach((count, index) => {
      const bucket = theirs.#first + index - this.#first;
      this.#arrivals[bucket] = (this.#arrivals[bucket] ?? 0) + count;
      this.#busyMs[bucket] = (this.#busyMs[bucket] ?? 0) + (theirs.#busyMs[index] ?? 0);
    });
  }

  /** As plain data; undefined where nothing was counted. */
  toData(): TimelineData | undefined {
    if (this.#arrivals.length === 0) return undefined;
    return {
      startMs: this.#first * this.#widthMs,
      bucketMs: this.#widthMs,
      arrivals: [...this.#arrivals],
      meanInFlight: this.#busyMs.map((busyMs) => busyMs / this.#widthMs),
    };
  }

  /** Makes room for what begins and ends at these instants. */
  #reach(startMs: number, endMs: number): void {
    if (this.#arrivals.length === 0) this.#first = Math.floor(startMs / this.#widthMs);
    for (;;) {
      const first = Math.min(this.#first, Math.floor(startMs / this.#widthMs));
      const last = Math.max(this.#first + this.#arrivals.length - 1, Math.floor(endMs / this.#widthMs));
      if (last - first < mostBuckets) {
        if (first < this.#first) {
          const room = Array<number>(this.#first - first).fill(0);
          this.#arrivals = [...room, ...this.#arrivals];
          this.#busyMs = [...room, ...this.#busyMs];
          this.#first = first;
        }
        while (this.#arrivals.length <= last - first) {
          this.#arrivals.push(0);
          this.#busyMs.push(0);
        }
        return;
      }
      this.#widen();
      if (this.#arrivals.length === 0) this.#first = Math.floor(startMs / this.#widthMs);
    }
  }

  /** Doubles the width: each bucket joins its neighbour in the same pair, counted from 1970. */
  #widen(): void {
    const first = Math.floor(this.#first / 2);
    const arrivals: number[] = [];
    const busyMs: number[] = [];
    this.#arrivals.forEach((count, index) => {
      const into = Math.floor((this.#first + index) / 2) - first;
      arrivals[into] = (arrivals[into] ?? 0) + count;
      busyMs[into] = (busyMs[into] ?? 0) + (this.#busyMs[index] ?? 0);
    });
    this.#first = first;
    this.#arrivals = arrivals;
    this.#busyMs = busyMs;
    this.#widthMs *= 2;
  }
}
