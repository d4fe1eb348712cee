import type { Span } from '../../../connectors/spans/index.ts';
import { createRandom } from '../../kernel/index.ts';
import { defaultLimits } from './limits.ts';
import type { TraceLimits } from './limits.ts';
import { recordTrace } from './record-trace.ts';
import { SpanIntake } from './span-intake.ts';
import { mix32, spanKey } from './span-key.ts';
import { summarise } from './summarise.ts';
import { TraceBuffer } from './trace-buffer.ts';
import type { OpenTrace } from './trace-buffer.ts';
import type { TraceNode } from './trace-node.ts';
import type { TraceSummary } from './trace-summary.ts';
import { WindowTally } from './window-tally.ts';

/** What may be set of an aggregator. */
export interface TraceAggregatorOptions {
  /**
   * Which requests are kept as samples of whole segment vectors: the same seed keeps the same ones.
   *
   * @defaultValue 0
   */
  readonly seed?: number | string;
  /** Those that are not to be the defaults. */
  readonly limits?: Partial<TraceLimits>;
}

/** Turns spans into a summary, in memory that is bounded by operations and not by spans. */
export interface TraceAggregator {
  /**
   * Takes in spans, in any order and any portions. Nothing of them is kept but what is counted.
   *
   * Where all spans fit the buffer of open traces, the summary does not depend on their order. Where they do not, the
   * oldest traces are closed first, and spans that come later to a closed trace are counted as late.
   */
  add(spans: readonly Span[]): void;
  /** The summary of the traces that were closed so far in this window; nothing is closed by it. */
  snapshot(): TraceSummary;
  /**
   * Ends a window: closes the traces of which no span came since the last rotation, gives the summary of the window, and
   * begins the next. For a listener that runs on.
   */
  rotate(): TraceSummary;
  /** Closes all traces and gives the summary of the window. */
  finish(): TraceSummary;
}

/**
 * Makes an aggregator.
 *
 * @param options - Seed and limits.
 */
export function createTraceAggregator({ seed = 0, limits = {} }: TraceAggregatorOptions = {}): TraceAggregator {
  const allLimits: TraceLimits = { ...defaultLimits, ...limits };
  const intake = new SpanIntake();
  const seedSalt = Math.trunc(createRandom(seed).stream('segment-samples').uniform() * 2 ** 32) | 0;
  const traceKey = { high: 0, low: 0 };
  let window = new WindowTally(allLimits, seedSalt);

  const close = ({ id, spans, isLate }: OpenTrace, nodes: TraceNode[]): void => {
    if (isLate) window.lateSpans += spans;
    spanKey(id, traceKey);
    recordTrace(nodes, window, mix32(traceKey.high ^ mix32(traceKey.low ^ seedSalt)));
  };
  const buffer = new TraceBuffer(allLimits.bufferedSpans, close);

  return {
    add: (spans) => {
      for (const span of spans) {
        if (!intake.isUsable(span)) {
          window.unusableTimes += 1;
          continue;
        }
        const { threshold } = intake.take(span, buffer.nodeOf(span.traceId));
        window.sampled(threshold);
        window.spans += 1;
      }
    },
    snapshot: () => summarise(window, buffer.spans),
    rotate: () => {
      buffer.rotate();
      const summary = summarise(window, buffer.spans);
      window = new WindowTally(allLimits, seedSalt);
      return summary;
    },
    finish: () => {
      // A span named for a service is its call: all services must be known before the first trace is read.
      for (const { last } of buffer.openTraces()) {
        for (let node = last; node !== undefined; node = node.nextOfTrace) {
          if (node.process !== undefined) window.component(node.process);
        }
      }
      buffer.closeAll();
      return summarise(window, buffer.spans);
    },
  };
}
