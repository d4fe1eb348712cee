import { LatencySketch } from './latency-sketch.ts';
import type { SketchData } from './latency-sketch.ts';

/** Counts, errors and latencies of requests, as plain data. */
export interface RequestTallyData {
  /** Spans seen. */
  readonly count: number;
  /** Requests that they stand for, where their sampling is known; else the spans. */
  readonly adjustedCount: number;
  /** How many of the spans tell how they were sampled. */
  readonly samplingKnown: number;
  readonly errorCount: number;
  /** Failed requests as a share of all, adjusted for sampling, 0 to 1. */
  readonly errorRatio: number;
  /** Adjusted for sampling. Undefined where no span had a usable duration. */
  readonly latency: SketchData | undefined;
  readonly firstSeenMs: number;
  readonly lastSeenMs: number;
}

/** Counts requests. */
export class RequestTally {
  count = 0;
  adjustedCount = 0;
  samplingKnown = 0;
  errorCount = 0;
  adjustedErrors = 0;
  firstSeenMs = Infinity;
  lastSeenMs = -Infinity;
  readonly latency = new LatencySketch();

  /** Counts one span in. */
  add(startMs: number, durationMs: number, weight: number, isSamplingKnown: boolean, isError: boolean): void {
    this.count += 1;
    this.adjustedCount += weight;
    if (isSamplingKnown) this.samplingKnown += 1;
    if (isError) {
      this.errorCount += 1;
      this.adjustedErrors += weight;
    }
    if (startMs < this.firstSeenMs) this.firstSeenMs = startMs;
    if (startMs > this.lastSeenMs) this.lastSeenMs = startMs;
    this.latency.add(durationMs, weight);
  }

  /** Takes in all that another has counted. */
  merge(other: RequestTally): void {
    this.count += other.count;
    this.adjustedCount += other.adjustedCount;
    this.samplingKnown += other.samplingKnown;
    this.errorCount += other.errorCount;
    this.adjustedErrors += other.adjustedErrors;
    this.firstSeenMs = Math.min(this.firstSeenMs, other.firstSeenMs);
    this.lastSeenMs = Math.max(this.lastSeenMs, other.lastSeenMs);
    this.latency.merge(other.latency);
  }

  /** As plain data; something must have been counted. */
  toData(): RequestTallyData {
    return {
      count: this.count,
      adjustedCount: this.adjustedCount,
      samplingKnown: this.samplingKnown,
      errorCount: this.errorCount,
      errorRatio: this.adjustedCount === 0 ? 0 : this.adjustedErrors / this.adjustedCount,
      latency: this.latency.toData(),
      firstSeenMs: this.firstSeenMs,
      lastSeenMs: this.lastSeenMs,
    };
  }
}
