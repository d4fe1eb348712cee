import type { Span } from './span.ts';

/** What one document held. */
export interface DecodedTraces {
  readonly spans: readonly Span[];
  /** Spans that are not as their format says, and were left out; the coverage says what was wrong and where. */
  readonly refusedSpans: number;
}
