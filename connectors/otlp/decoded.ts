import type { Span } from '../spans/index.ts';

/** What an export held. */
export interface DecodedTraces {
  readonly spans: readonly Span[];
  /** Spans that are not as the protocol says, and were left out; the coverage says what was wrong and where. */
  readonly refusedSpans: number;
}
