import { exactCount } from './exact-amount.ts';

/** How a span was sampled, read from its `tracestate`. */
export interface SamplingWeight {
  /** The rejection threshold as it stood, one to fourteen hexadecimal digits; undefined where the sampling is unknown. */
  readonly threshold: string | undefined;
  /** How many spans this one stands for; 1 where that is unknown. */
  readonly adjustedCount: number;
}

const unknownSampling: SamplingWeight = { threshold: undefined, adjustedCount: 1 };

/** A threshold has 56 bits. */
const digitsOfThreshold = 14;
const allRejected = 2 ** 56;

/** One kept of a thousand million is no sampling that anybody runs; more would make the sums inexact. */
const mostAdjusted = 2 ** 30;

const otelEntry = /(?:^|,)\s*ot=([^,]*)/;
const thresholdField = /(?:^|;)th:([0-9a-f]{1,14})(?:;|$)/;

/**
 * Reads the sampling threshold of consistent probability sampling (OpenTelemetry's `TraceState: Probability Sampling`,
 * OTEP 235): `ot=th:c` means that spans with a random value below c0000000000000 of 2^56 were dropped, so one kept span
 * stands for 2^56 / (2^56 - th).
 *
 * @param traceState - W3C `tracestate`; undefined where there is none.
 */
export function samplingWeight(traceState: string | undefined): SamplingWeight {
  if (traceState === undefined || traceState.length > 8_192) return unknownSampling;
  const fields = otelEntry.exec(traceState)?.[1];
  const threshold = fields === undefined ? undefined : thresholdField.exec(fields)?.[1];
  if (threshold === undefined) return unknownSampling;
  // 56 bits exceed a double's 53: the last three weigh less than the grid of exact counts.
  const rejected = Number.parseInt(threshold.padEnd(digitsOfThreshold, '0'), 16);
  return {
    threshold: threshold.replace(/(?!^)0+$/, ''),
    adjustedCount: exactCount(Math.min(mostAdjusted, allRejected / Math.max(1, allRejected - rejected))),
  };
}
