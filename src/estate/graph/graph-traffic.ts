import type { AttributeValueOf } from '../facts/index.ts';
import { LatencySketch, quantileMs } from '../traces/index.ts';
import type { SketchData } from '../traces/index.ts';

/** What is known of how much passes and how well: of a component, or between two. */
export interface GraphTraffic {
  /** Requests a second over the observed window, adjusted for sampling. */
  readonly perSecond: number;
  /** 0 to 1. */
  readonly errorRatio: number;
  /** Null where no duration was seen. */
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
}

type Requests = AttributeValueOf<'requests'>['requests'];

/** What was counted of one operation, or of one pair of operations. */
export interface Tallied {
  readonly perSecond: number;
  readonly requests: Requests;
}

/**
 * Sums up what was counted: rates add up, latencies are merged, errors weigh by how many requests each part had.
 *
 * @param tallied - The parts.
 * @returns Null where there is none.
 */
export function trafficOf(tallied: readonly Tallied[]): GraphTraffic | null {
  if (tallied.length === 0) return null;
  const sketch = new LatencySketch();
  let perSecond = 0;
  let requests = 0;
  let errors = 0;
  for (const { perSecond: rate, requests: some } of tallied) {
    perSecond += rate;
    requests += some.adjustedCount;
    errors += some.adjustedCount * some.errorRatio;
    if (some.latency !== undefined) sketch.merge(LatencySketch.fromData(some.latency));
  }
  const latency: SketchData | undefined = sketch.toData();
  return {
    perSecond,
    errorRatio: requests === 0 ? 0 : errors / requests,
    p50Ms: latency === undefined ? null : quantileMs(latency, 0.5),
    p95Ms: latency === undefined ? null : quantileMs(latency, 0.95),
  };
}
