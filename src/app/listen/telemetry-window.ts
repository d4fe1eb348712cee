import type { MetricPoint } from '../../../connectors/otlp/index.ts';
import type { Span } from '../../../connectors/spans/index.ts';
import { createTraceAggregator, findingsOfMetrics, findingsOfTraces, MetricWindow } from '../../estate/index.ts';
import type { Findings, TraceSummary } from '../../estate/index.ts';
import { canonicalJson, CoverageCount, sha256Hex } from '../../kernel/index.ts';
import type { Coverage } from '../../kernel/index.ts';

/** Telemetry that comes in, window by window. */
export class TelemetryWindow {
  readonly #aggregator = createTraceAggregator();
  readonly #metrics = new MetricWindow();
  readonly #received: () => Coverage;
  #spans = 0;
  #points = 0;
  /** Where it comes in, as readings name it. */
  place = 'otlp';

  /**
   * @param received - What the receiver has counted.
   */
  constructor(received: () => Coverage) {
    this.#received = received;
  }

  /** Spans since the beginning. */
  get spans(): number {
    return this.#spans;
  }

  /** Metric points since the beginning. */
  get points(): number {
    return this.#points;
  }

  addSpans(spans: readonly Span[]): void {
    this.#spans += spans.length;
    this.#aggregator.add(spans);
  }

  addMetrics(points: readonly MetricPoint[]): void {
    this.#points += points.length;
    this.#metrics.add(points);
  }

  /** What the window that ends now tells; traces that may still go on count in the next. */
  rotate(): Findings[] {
    return this.#findings(this.#aggregator.rotate());
  }

  /** What the last window tells. */
  finish(): Findings[] {
    return this.#findings(this.#aggregator.finish());
  }

  #findings(summary: TraceSummary): Findings[] {
    const count = new CoverageCount();
    count.include(summary.coverage);
    count.include(this.#received());
    const { coverage } = count;
    const sha256 = sha256Hex(canonicalJson(summary));
    const traces = findingsOfTraces({ ...summary, coverage }, { place: this.place, sha256 });
    const dropped = this.#metrics.dropped;
    const ofMetrics = new CoverageCount();
    if (dropped > 0)
      ofMetrics.notUnderstood('metric points without a service, or of too many kinds', this.place, dropped);
    const metrics = findingsOfMetrics(this.#metrics.rotate(), this.place, ofMetrics.coverage);
    return [traces, metrics].filter((findings) => findings !== undefined);
  }
}
