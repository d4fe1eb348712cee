import type { Coverage } from '../../kernel/index.ts';
import type { CallDescription, Protocol } from './call-description.ts';
import type { HostPairOffset } from './clock-skew.ts';
import type { ContentionData } from './contention/index.ts';
import type { SketchData } from './latency-sketch.ts';
import type { NameEvidence } from './name-evidence.ts';
import type { CallPlan, CallRef, PairOrder } from './plan-data.ts';
import type { TimelineData } from './time-buckets.ts';
import type { RequestTallyData } from './request-tally.ts';

/**
 * What a component is, by how it is spoken with: one that sends spans is a `service`; the others are named by their
 * callers.
 */
export type ComponentKind = 'service' | 'database' | 'cache' | 'queue' | 'external';

/** A process of a component. */
export interface InstanceSeen {
  readonly id: string;
  readonly names: readonly NameEvidence[];
  readonly host: string;
  readonly version: string | undefined;
  readonly spans: number;
  readonly firstSeenMs: number;
  readonly lastSeenMs: number;
}

/** What a component does when asked. */
export interface OperationSeen {
  /** Its name with all values folded; no other operation of the component has it. */
  readonly template: string;
  /** Kind and protocol of the first request to it. */
  readonly kind: CallDescription['kind'];
  readonly protocol: Protocol;
  readonly requests: RequestTallyData;
  /** Requests that nothing traced had caused: load from outside, timers. */
  readonly rootCount: number;
  /** Over the whole window that was observed, adjusted for sampling. */
  readonly perSecond: number;
  /**
   * Time that a request spent in the component itself, adjusted for sampling. It holds waiting for processors, locks and
   * pools as well as work: it is not yet a service time.
   */
  readonly selfTime: SketchData | undefined;
  /** What tells its work from its waiting; undefined where no stretch of time was kept whole. */
  readonly contention: ContentionData | undefined;
  readonly inFlight: {
    /** By Little's law over the window. */
    readonly mean: number;
    /** The highest mean of one bucket of the timeline; spans that were not sampled are missing unless they are known. */
    readonly peak: number;
  };
  /** Variance of the arrivals per bucket divided by their mean: 1 for a Poisson process; undefined below ten buckets. */
  readonly dispersionIndex: number | undefined;
  readonly timeline: TimelineData | undefined;
  /** How it calls others, the most frequent way first. */
  readonly plans: readonly CallPlan[];
  /** Requests whose plan was too rare or too long to be told apart. */
  readonly otherPlans: { readonly count: number; readonly adjustedCount: number };
  /** For each two callees, which was called first, over all plans. */
  readonly orders: readonly PairOrder[];
}

/** How far the spans of a component can be trusted. */
export interface ComponentQuality {
  readonly spans: number;
  /** Spans whose parent is missing from their trace. */
  readonly orphans: number;
  readonly negativeDurations: number;
  /** Durations of more than 115 days, cut to that. */
  readonly overlongDurations: number;
  /** Spans that begin, and that begin and end, at whole milliseconds, as a share of all. */
  readonly wholeMsStartRatio: number;
  readonly wholeMsSpanRatio: number;
  /** Whether its clock seems to count in milliseconds: then durations below some 5 ms say little. */
  readonly hasCoarseClock: boolean;
}

/** A component, as its own spans or its callers tell of it. */
export interface ComponentSeen {
  /** `shop/cart` or `cart` for what sends spans; `database:orders`, `queue:mail`, `external:api.example.com` for others. */
  readonly id: string;
  readonly name: string;
  readonly namespace: string | undefined;
  readonly kind: ComponentKind;
  readonly seenBy: 'own-spans' | 'callers';
  /** `postgresql`, `kafka`, ...; undefined for others. */
  readonly system: string | undefined;
  readonly names: readonly NameEvidence[];
  readonly versions: readonly string[];
  readonly languages: readonly string[];
  readonly instances: readonly InstanceSeen[];
  /** Requests from outside of all that is traced. */
  readonly rootCount: number;
  readonly operations: readonly OperationSeen[];
  /** Undefined for what sends no spans. */
  readonly quality: ComponentQuality | undefined;
}

/** A duration at which failed calls pile up, and beyond which none succeeds: a timeout of the client. */
export interface TimeoutSeen {
  readonly atMs: number;
  /** Failed calls there, adjusted for sampling, and as a share of all failed ones. */
  readonly count: number;
  readonly shareOfErrors: number;
}

/** The calls from one operation to another. */
export interface EdgeSeen {
  /** Operation undefined: the calls of a component outside of any request, and what a queue hands on. */
  readonly caller: CallRef;
  /** Operation undefined: the server sent no span, and its operation is not known. */
  readonly callee: CallRef;
  readonly protocol: Protocol;
  /** By the client's clock where it sent a span for the call, else by the server's. */
  readonly calls: RequestTallyData;
  readonly clientSpans: number;
  readonly serverSpans: number;
  /** Client spans with a server's span below. */
  readonly answered: number;
  /** Server spans for each client span: above 1 something between them sends again; below, servers' spans are missing. */
  readonly amplificationRatio: number | undefined;
  /** Client's duration less the server's, both by their own clock: network, accept queue, wait for a connection. */
  readonly clientServerGap: SketchData | undefined;
  /** From sending to receipt of a message, by two clocks. */
  readonly queueDelay: SketchData | undefined;
  readonly retries: { readonly count: number; readonly resends: number; readonly gap: SketchData | undefined };
  readonly timeouts: readonly TimeoutSeen[];
  /** Failed calls whose server was at work for longer than the client waited. */
  readonly abandoned: number;
  /** Calls that did not fail although their server took longer: broken clocks, or answers before the end of the work. */
  readonly serverLonger: number;
  /** Calls that the caller did not wait for. */
  readonly detached: number;
  /**
   * Answered calls by the name that the client addressed, sorted by name. Where that is the name of another component, the
   * calls went through that one: a proxy that sends no spans.
   */
  readonly addressedAs: readonly { readonly name: string; readonly count: number }[];
}

/** How far the summary can be trusted. */
export interface TraceQuality {
  readonly spans: number;
  readonly traces: number;
  readonly tracesWithError: number;
  /** Spans that came twice and were dropped. */
  readonly duplicates: number;
  readonly orphans: number;
  /** Orphans as a share of the spans, 0 to 1: at least so many spans are missing. */
  readonly missingSpanRatio: number;
  /** Circles of parents that were cut. */
  readonly cycles: number;
  /** Spans that came after their trace was closed. */
  readonly lateSpans: number;
  /** Spans dropped because their times are none. */
  readonly unusableTimes: number;
  /** Spans that name causes beside their parent. */
  readonly linkedSpans: number;
  /** Spans of traces that are not closed yet, and not in the summary. */
  readonly openSpans: number;
  readonly sampling: {
    readonly known: number;
    readonly unknown: number;
    /** Spans by rejection threshold. */
    readonly thresholds: readonly { readonly threshold: string; readonly spans: number }[];
  };
  /**
   * Whether the traces look as if chosen by how they ended: many with errors, and among the others none that was quick.
   * Then rates, error ratios and latencies say how traces are chosen, not how the estate is. That it is not visible does
   * not mean that it is not so.
   */
  readonly tailSampling: 'suspected' | 'not-visible' | 'too-few-traces';
}

/** The time that the spans are of. */
export interface TraceWindow {
  readonly startMs: number;
  readonly endMs: number;
  /**
   * Of that, without time in which nothing was seen for much longer than usual, as between files of a minute each. Rates
   * are over it.
   */
  readonly observedMs: number;
}

/**
 * What traces tell of an estate: plain data, the same for the same spans in any order. Its names come from outside: data,
 * never words.
 */
export interface TraceSummary {
  readonly version: 1;
  /** From the first span's start to the last one's end; undefined without any. */
  readonly window: TraceWindow | undefined;
  /** Quantiles of every sketch are within this of a value that was seen. */
  readonly sketchRelativeErrorRatio: number;
  readonly components: readonly ComponentSeen[];
  readonly edges: readonly EdgeSeen[];
  readonly clockOffsets: readonly HostPairOffset[];
  readonly quality: TraceQuality;
  readonly coverage: Coverage;
}
