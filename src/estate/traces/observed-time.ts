/** At first as fine as this; doubled while there are too many stretches to keep. */
const narrowestMs = 10_000;

/** About a week of ten seconds each. */
const mostStretches = 60_000;

/** Nothing for this long is a quiet estate; nothing for longer may be time that nobody recorded. */
const shortestGapMs = 300_000;

/** How many usual gaps make an unusual one: an estate that is asked once an hour is quiet, not unobserved. */
const unusualGaps = 20;

interface Stretch {
  fromMs: number;
  toMs: number;
}

/**
 * For how long an estate was watched. Files of traces may hold a minute of every hour: a rate over the whole time would be
 * that of nobody's traffic. Time in which nothing was seen for much longer than usual counts as not watched.
 */
export class ObservedTime {
  #widthMs = narrowestMs;
  #stretches = new Map<number, Stretch>();

  /**
   * Counts a trace in.
   *
   * @param fromMs - When its first span began.
   * @param toMs - When its last one ended.
   */
  add(fromMs: number, toMs: number): void {
    this.#put(fromMs, toMs);
    if (this.#stretches.size <= mostStretches) return;
    this.#widthMs *= 2;
    const finer = this.#stretches;
    this.#stretches = new Map();
    for (const stretch of finer.values()) this.#put(stretch.fromMs, stretch.toMs);
  }

  /** In milliseconds; 0 where nothing was seen. */
  get totalMs(): number {
    const ordered = [...this.#stretches.values()].sort((a, b) => a.fromMs - b.fromMs);
    const gaps: number[] = [];
    let reachedMs = -Infinity;
    let busyMs = 0;
    for (const { fromMs, toMs } of ordered) {
      if (reachedMs === -Infinity) busyMs += toMs - fromMs;
      else {
        gaps.push(Math.max(0, fromMs - reachedMs));
        busyMs += Math.max(0, toMs - Math.max(fromMs, reachedMs));
      }
      reachedMs = Math.max(reachedMs, toMs);
    }
    const usual = gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? 0;
    const unusualMs = Math.max(shortestGapMs, usual * unusualGaps);
    return gaps.reduce((sum, gap) => (gap > unusualMs ? sum : sum + gap), busyMs);
  }

  #put(fromMs: number, toMs: number): void {
    const bucket = Math.floor(fromMs / this.#widthMs);
    const known = this.#stretches.get(bucket);
    if (known === undefined) this.#stretches.set(bucket, { fromMs, toMs });
    else {
      known.fromMs = Math.min(known.fromMs, fromMs);
      known.toMs = Math.max(known.toMs, toMs);
    }
  }
}
