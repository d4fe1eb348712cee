/** How many instances were ready, over time. What lasted no time counts for nothing. */
export class ReadyMeasure {
  #count = 0;
  #sinceMs: number;
  #fromMs: number;
  #integral = 0;
  #min = Infinity;
  #max = 0;

  constructor(nowMs: number) {
    this.#sinceMs = nowMs;
    this.#fromMs = nowMs;
  }

  /** From now on there are so many. */
  set(count: number, nowMs: number): void {
    this.#pass(nowMs);
    this.#count = count;
  }

  /** Forgets what was before. */
  clear(nowMs: number): void {
    this.#pass(nowMs);
    this.#fromMs = nowMs;
    this.#integral = 0;
    this.#min = Infinity;
    this.#max = 0;
  }

  /** The mean over time, the fewest and the most. */
  read(nowMs: number): { readonly mean: number; readonly min: number; readonly max: number } {
    this.#pass(nowMs);
    const overMs = nowMs - this.#fromMs;
    if (overMs <= 0) return { mean: this.#count, min: this.#count, max: this.#count };
    return { mean: this.#integral / overMs, min: this.#min, max: this.#max };
  }

  #pass(nowMs: number): void {
    if (nowMs <= this.#sinceMs) return;
    this.#integral += this.#count * (nowMs - this.#sinceMs);
    this.#min = Math.min(this.#min, this.#count);
    this.#max = Math.max(this.#max, this.#count);
    this.#sinceMs = nowMs;
  }
}
