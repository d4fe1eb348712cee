import { DDSketch } from '@datadog/sketches-js';
import { exactMs, longestMs } from './exact-amount.ts';

/** Every quantile is within 1 % of a value that was seen at that rank. */
export const sketchRelativeErrorRatio = 0.01;

/** Shorter counts as zero, one nanosecond; the sketch would else spend bins on what no clock resolves. */
const shortestMs = 1e-6;

/** A latency sketch as plain data: a DDSketch whose logarithmic bins grow by (1 + e) / (1 - e), e the relative error. */
export interface SketchData {
  /** The weight of all values: a number of spans, or of requests where sampling is known. */
  readonly count: number;
  /** Weight of the values at zero. */
  readonly zeroCount: number;
  readonly sumMs: number;
  readonly minMs: number;
  readonly maxMs: number;
  /** The number of the first bin; bin k holds what is above γ^(k-1) and at most γ^k milliseconds. */
  readonly firstBin: number;
  readonly binCounts: readonly number[];
}

/** Collects durations in bounded memory; any quantile can be asked, and two can be joined. */
export class LatencySketch {
  readonly #sketch = new DDSketch({ relativeAccuracy: sketchRelativeErrorRatio });
  #sumMs = 0;

  /**
   * Counts a duration in; below zero counts as zero.
   *
   * @param durationMs - Finite.
   * @param weight - How many such durations it stands for, on the grid of `exactCount`.
   */
  add(durationMs: number, weight: number): void {
    const value = durationMs < shortestMs ? 0 : durationMs > longestMs ? longestMs : durationMs;
    this.#sketch.accept(value, weight);
    this.#sumMs += exactMs(value) * weight;
  }

  get count(): number {
    return this.#sketch.count;
  }

  /** Takes in all that another sketch has seen. */
  merge(other: LatencySketch): void {
    if (other.#sketch.count === 0) return;
    this.#sketch.merge(other.#sketch);
    this.#sumMs += other.#sumMs;
  }

  /** As plain data; undefined where nothing was seen. */
  toData(): SketchData | undefined {
    const { count, zeroCount, min, max, store } = this.#sketch;
    if (count === 0) return undefined;
    const first = store.bins.findIndex((bin) => bin !== 0);
    const last = store.bins.findLastIndex((bin) => bin !== 0);
    return {
      count,
      zeroCount,
      sumMs: this.#sumMs,
      minMs: min,
      maxMs: max,
      firstBin: first === -1 ? 0 : first + store.offset,
      binCounts: first === -1 ? [] : store.bins.slice(first, last + 1),
    };
  }

  /** A sketch again from its plain data. */
  static fromData(data: SketchData): LatencySketch {
    const again = new LatencySketch();
    const sketch = again.#sketch;
    data.binCounts.forEach((weight, index) => {
      if (weight > 0) sketch.store.add(data.firstBin + index, weight);
    });
    sketch.zeroCount = data.zeroCount;
    sketch.count = data.count;
    sketch.min = data.minMs;
    sketch.max = data.maxMs;
    again.#sumMs = data.sumMs;
    return again;
  }

  /** @param ratio - 0 to 1; 0.95 for the 95th percentile. NaN where nothing was seen. */
  quantileMs(ratio: number): number {
    const { min, max } = this.#sketch;
    // A bin's middle may lie outside of what was seen.
    return Math.min(max, Math.max(min, this.#sketch.getValueAtQuantile(ratio)));
  }
}

/**
 * A quantile of a sketch that was kept as data.
 *
 * @param data - Of a `TraceSummary`.
 * @param ratio - 0 to 1; 0.95 for the 95th percentile.
 */
export function quantileMs(data: SketchData, ratio: number): number {
  return LatencySketch.fromData(data).quantileMs(ratio);
}

/**
 * The middle of a bin, in milliseconds.
 *
 * @param bin - Its number, as `firstBin` counts.
 */
export function binMiddleMs(bin: number): number {
  const gamma = (1 + sketchRelativeErrorRatio) / (1 - sketchRelativeErrorRatio);
  return (gamma ** bin * 2) / (1 + gamma);
}
