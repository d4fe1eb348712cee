import { causeCount } from './cause.ts';
import { bucketCount, bucketOf, quantileMs } from './latency-buckets.ts';

/** Twice this many batches are kept before pairs are merged. */
const leastBatches = 32;
const batches = 2 * leastBatches;

/** The places of a row's numbers. */
const maxMs = 0;
const batchSumMs = 1;
const leftInBatch = 2;
const batchSize = 3;
const fullBatches = 4;
const retries = 5;
const abandoned = 6;
const numbersEach = 8;

/** What became of the requests of one row. */
export interface Outcomes {
  readonly answered: number;
  readonly failed: number;
  /** By cause; 0 is no failure. */
  readonly failures: readonly number[];
  readonly retries: number;
  readonly abandoned: number;
  readonly sumMs: number;
  readonly maxMs: number;
  /** Means of equally many answers in a row each, from which the uncertainty of their mean is told. */
  readonly batchMeansMs: readonly number[];
  /** How many answers are in a batch. */
  readonly batchSize: number;
  /** A quantile of the answered, within 0.8 %; not a number where none was. */
  readonly quantileMs: (share: number) => number;
}

/**
 * What became of requests, a row for each operation and source: durations of those that were answered, counts of those
 * that failed, and means of batches, since requests that follow each other are alike (Law, "Simulation Modeling and
 * Analysis", on the method of batch means). Memory does not depend on how many are counted.
 */
export class OutcomeTallies {
  readonly #numbers: Float64Array;
  readonly #buckets: Uint32Array;
  readonly #failures: Float64Array;
  readonly #batchSumsMs: Float64Array;

  /**
   * @param rows - How many.
   */
  constructor(rows: number) {
    this.#numbers = new Float64Array(rows * numbersEach);
    this.#buckets = new Uint32Array(rows * bucketCount);
    this.#failures = new Float64Array(rows * causeCount);
    this.#batchSumsMs = new Float64Array(rows * batches);
    // They begin with zeros, in memory that nothing needs to touch for rows that are never counted.
    this.#beginBatches();
  }

  /** Counts what became of a request: an answer (0) or a failure. */
  add(row: number, durationMs: number, cause: number): void {
    if (cause !== 0) {
      this.#addFailure(row, cause);
      return;
    }
    const bucket = row * bucketCount + bucketOf(durationMs);
    this.#buckets[bucket] = (this.#buckets[bucket] as number) + 1;
    const numbers = this.#numbers;
    const base = row * numbersEach;
    numbers[base + batchSumMs] = (numbers[base + batchSumMs] as number) + durationMs;
    if (durationMs > (numbers[base + maxMs] as number)) numbers[base + maxMs] = durationMs;
    const left = (numbers[base + leftInBatch] as number) - 1;
    numbers[base + leftInBatch] = left;
    if (left === 0) this.#endBatch(row, base);
  }

  #addFailure(row: number, cause: number): void {
    const at = row * causeCount + cause;
    this.#failures[at] = (this.#failures[at] as number) + 1;
  }

  /** Counts a further attempt. */
  addRetry(row: number): void {
    const at = row * numbersEach + retries;
    this.#numbers[at] = (this.#numbers[at] as number) + 1;
  }

  /** Counts one that was worked off although its caller had given up. */
  addAbandoned(row: number): void {
    const at = row * numbersEach + abandoned;
    this.#numbers[at] = (this.#numbers[at] as number) + 1;
  }

  /** How many of a row ended. */
  endedOf(row: number): { readonly answered: number; readonly failed: number } {
    const base = row * numbersEach;
    const size = this.#numbers[base + batchSize] as number;
    const full = this.#numbers[base + fullBatches] as number;
    const answered = full * size + size - (this.#numbers[base + leftInBatch] as number);
    let failed = 0;
    for (let cause = 0; cause < causeCount; cause++) failed += this.#failures[row * causeCount + cause] as number;
    return { answered, failed };
  }

  /** How many of a row's answers took how long, by bucket, as it grows. */
  bucketsOf(row: number): Uint32Array {
    return this.#buckets.subarray(row * bucketCount, (row + 1) * bucketCount);
  }

  /** What was counted in a row. */
  of(row: number): Outcomes {
    const base = row * numbersEach;
    const number = (place: number): number => this.#numbers[base + place] as number;
    const failures = [...this.#failures.subarray(row * causeCount, (row + 1) * causeCount)];
    const buckets = this.bucketsOf(row);
    const sums = this.#batchSumsMs.subarray(row * batches, row * batches + number(fullBatches));
    const inBatch = number(batchSize) - number(leftInBatch);
    const answered = number(fullBatches) * number(batchSize) + inBatch;
    return {
      answered,
      failed: failures.reduce((sum, count) => sum + count, 0),
      failures,
      retries: number(retries),
      abandoned: number(abandoned),
      sumMs: sums.reduce((sum, one) => sum + one, number(batchSumMs)),
      maxMs: number(maxMs),
      batchSize: number(batchSize),
      batchMeansMs: Array.from(sums, (sum) => sum / number(batchSize)),
      quantileMs: (share) => Math.min(quantileMs(buckets, answered, share), number(maxMs)),
    };
  }

  /** Forgets all. */
  clear(): void {
    this.#numbers.fill(0);
    this.#buckets.fill(0);
    this.#failures.fill(0);
    this.#batchSumsMs.fill(0);
    this.#beginBatches();
  }

  #beginBatches(): void {
    for (let base = 0; base < this.#numbers.length; base += numbersEach) {
      this.#numbers[base + batchSize] = 1;
      this.#numbers[base + leftInBatch] = 1;
    }
  }

  #endBatch(row: number, base: number): void {
    const numbers = this.#numbers;
    const sums = this.#batchSumsMs;
    const first = row * batches;
    let full = numbers[base + fullBatches] as number;
    sums[first + full] = numbers[base + batchSumMs] as number;
    full += 1;
    if (full === batches) {
      for (let at = 0; at < leastBatches; at++)
        sums[first + at] = (sums[first + 2 * at] as number) + (sums[first + 2 * at + 1] as number);
      full = leastBatches;
      numbers[base + batchSize] = 2 * (numbers[base + batchSize] as number);
    }
    numbers[base + fullBatches] = full;
    numbers[base + batchSumMs] = 0;
    numbers[base + leftInBatch] = numbers[base + batchSize] as number;
  }
}
