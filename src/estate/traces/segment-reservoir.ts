/** A vector of segments with the priority that keeps or drops it. */
interface Sample {
  readonly priority: number;
  readonly segmentsMs: readonly number[];
}

/**
 * Keeps a uniform sample of whole vectors: those with the smallest priorities, where a priority is a seeded hash of the
 * span's id. Unlike the reservoir that draws a number for each arrival, this one keeps the same spans in whatever order
 * they come.
 */
export class SegmentReservoir {
  /** A heap with the largest priority on top, which is the next to go. */
  readonly #heap: Sample[] = [];
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  /** Whether a sample of this priority would be kept: asked first, as most would not and a vector costs. */
  wants(priority: number): boolean {
    return this.#heap.length < this.#most || priority < (this.#heap[0]?.priority ?? Infinity);
  }

  /** Keeps a sample that is wanted. */
  keep(priority: number, segmentsMs: readonly number[]): void {
    if (!this.wants(priority)) return;
    this.#heap.push({ priority, segmentsMs });
    this.#heap.sort((left, right) => right.priority - left.priority);
    if (this.#heap.length > this.#most) this.#heap.shift();
  }

  /** Takes in the samples of another. */
  merge(other: SegmentReservoir): void {
    for (const { priority, segmentsMs } of other.#heap) this.keep(priority, segmentsMs);
  }

  /** What was kept, by priority. */
  get samples(): readonly (readonly number[])[] {
    return this.#heap.map(({ segmentsMs }) => segmentsMs).reverse();
  }

  /** The priorities of what was kept, in the order of `samples`. */
  get priorities(): readonly number[] {
    return this.#heap.map(({ priority }) => priority).reverse();
  }
}
