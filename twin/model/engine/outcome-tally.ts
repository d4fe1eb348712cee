import { LatencyHistogram } from './latency-histogram.ts';

/** Twice this many batches are kept before pairs are merged. */
const leastBatches = 32;

/**
 * What became of the requests of one operation or source: durations of those that were answered, counts of those that
 * failed, and means of batches, from which the uncertainty of the mean is told although requests that follow each other
 * are alike (Law, "Simulation Modeling and Analysis", on the method of batch means).
 */
export class OutcomeTally {
  readonly latency = new LatencyHistogram();
  /** By cause; 0 is no failure. */
  readonly failures: Float64Array;
  retries = 0;
  abandoned = 0;
  readonly #batchSumsMs = new Float64Array(2 * leastBatches);
  #batch = 0;
  #inBatch = 0;
  #batchSize = 1;

  /**
   * @param causes - How many causes of failure there are.
   */
  constructor(causes: number) {
    this.failures = new Float64Array(causes);
  }

  /** Counts an answer. */
  answered(durationMs: number): void {
    this.latency.add(durationMs);
    const sums = this.#batchSumsMs;
    sums[this.#batch] = (sums[this.#batch] as number) + durationMs;
    this.#inBatch += 1;
    if (this.#inBatch === this.#batchSize) this.#nextBatch();
  }

  /** Counts a failure. */
  failed(cause: number): void {
    this.failures[cause] = (this.failures[cause] as number) + 1;
  }

  /** How many failed. */
  get failedCount(): number {
    let sum = 0;
    for (const count of this.failures) sum += count;
    return sum;
  }

  /** Means of the batches that are full, in milliseconds. */
  batchMeansMs(): readonly number[] {
    return Array.from(this.#batchSumsMs.subarray(0, this.#batch), (sum) => sum / this.#batchSize);
  }

  /** Forgets all. */
  clear(): void {
    this.latency.clear();
    this.failures.fill(0);
    this.retries = 0;
    this.abandoned = 0;
    this.#batchSumsMs.fill(0);
    this.#batch = 0;
    this.#inBatch = 0;
    this.#batchSize = 1;
  }

  #nextBatch(): void {
    this.#inBatch = 0;
    this.#batch += 1;
    if (this.#batch < 2 * leastBatches) return;
    const sums = this.#batchSumsMs;
    for (let at = 0; at < leastBatches; at++) sums[at] = (sums[2 * at] as number) + (sums[2 * at + 1] as number);
    sums.fill(0, leastBatches);
    this.#batch = leastBatches;
    this.#batchSize *= 2;
  }
}
