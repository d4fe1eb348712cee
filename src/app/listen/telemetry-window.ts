import type { MetricPoint } from '../../../connectors/otlp/index.ts';
import type { Span } from '../../../connectors/spans/index.ts';
import { createTraceAggregator, findingsOfMetrics, findingsOfTraces, MetricWindow } from '../../estate/index.ts';
import type { Findings, TraceSummary } from '../../estate/index.ts';
import { canonicalJson, CoverageCount, sha256Hex } from '../../kernel/index.ts';
import type { Coverage } from '../../kernel/index.ts';

/** As the receiver counts them; all else that it counts is of spans. */
const ofPoints = 'metric points';

/** What was counted after an earlier count. */
function countedSince(before: Coverage, now: Coverage): Coverage {
  const gapsBefore = new Map(before.notUnderstood.map(({ what, count }) => [what, count]));
  return {
    read: Object.fromEntries(
      Object.entries(now.read).map(([kind, count]) => [kind, count - (before.read[kind] ?? 0)] as const),
    ),
    notUnderstood: now.notUnderstood
      .map((gap) => ({ ...gap, count: gap.count - (gapsBefore.get(gap.what) ?? 0) }))
      .filter(({ count }) => count > 0),
  };
}

/** Telemetry that comes in, window by window. */
export class TelemetryWindow {
  readonly #aggregator = createTraceAggregator();
  readonly #metrics = new MetricWindow();
  readonly #received: () => Coverage;
  /** What was received and is in findings that were given. */
  #told: Coverage = { read: {}, notUnderstood: [] };
  #spans = 0;
  #points = 0;
  /** Where it comes in, as readings name it. */
  place = 'otlp';

  /**
   * @param received - What the receiver has counted since its beginning.
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
    const received = this.#received();
    const { read, notUnderstood } = countedSince(this.#told, received);
    const { [ofPoints]: points = 0, ...others } = read;
    const ofSpans = new CoverageCount();
    ofSpans.include(summary.coverage);
    ofSpans.include({ read: others, notUnderstood });
    const sha256 = sha256Hex(canonicalJson(summary));
    const traces = findingsOfTraces({ ...summary, coverage: ofSpans.coverage }, { place: this.place, sha256 });
    const ofMetrics = new CoverageCount();
    if (points > 0) ofMetrics.read(ofPoints, points);
    // Without a whole trace there is no reading of traces to tell it.
    if (traces === undefined) ofMetrics.include({ read: {}, notUnderstood });
    const dropped = this.#metrics.dropped;
    if (dropped > 0)
      ofMetrics.notUnderstood('metric points without a service, or of too many kinds', this.place, dropped);
    const metrics = findingsOfMetrics(this.#metrics.rotate(), this.place, ofMetrics.coverage);
    if (traces !== undefined) this.#told = received;
    else if (metrics !== undefined) {
      // Spans of traces that still go on are told with them.
      this.#told = { ...received, read: { ...this.#told.read, [ofPoints]: received.read[ofPoints] ?? 0 } };
    }
    return [traces, metrics].filter((findings) => findings !== undefined);
  }
}
