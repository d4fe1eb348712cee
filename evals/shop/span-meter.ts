import type { Span } from '../../connectors/spans/index.ts';
import { createTraceAggregator, quantileMs } from '../../src/estate/index.ts';
import type { TraceSummary } from '../../src/estate/index.ts';

/** What was measured of an operation over a stretch of time. */
export interface MeasuredOperation {
  /** `component/operation`. */
  readonly operation: string;
  readonly requests: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly errorRatio: number;
}

function measuredOf({ components }: TraceSummary): readonly MeasuredOperation[] {
  return components.flatMap(({ name, operations }) =>
    operations.flatMap(({ template, requests: { count, latency, errorRatio } }): MeasuredOperation[] =>
      latency === undefined
        ? []
        : [
            {
              operation: `${name}/${template}`,
              requests: count,
              p50Ms: quantileMs(latency, 0.5),
              p95Ms: quantileMs(latency, 0.95),
              errorRatio,
            },
          ],
    ),
  );
}

/** Measures operations by the spans that come in between two moments, in the same way as a capture reads them. */
export class SpanMeter {
  #open: { readonly fromMs: number; readonly aggregator: ReturnType<typeof createTraceAggregator> } | undefined;

  /**
   * Begins to measure; what was begun before is forgotten.
   *
   * @param fromMs - Traces that began earlier do not count, in milliseconds since 1970.
   */
  begin(fromMs: number): void {
    this.#open = { fromMs, aggregator: createTraceAggregator() };
  }

  /** Takes in spans, and forgets them where nothing is measured. */
  add(spans: readonly Span[]): void {
    const open = this.#open;
    open?.aggregator.add(spans.filter(({ startMs }) => startMs >= open.fromMs));
  }

  /** Ends the measurement. */
  end(): readonly MeasuredOperation[] {
    const open = this.#open;
    this.#open = undefined;
    return open === undefined ? [] : measuredOf(open.aggregator.finish());
  }
}
