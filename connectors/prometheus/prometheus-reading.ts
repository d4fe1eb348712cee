import type { RuleGroup } from './rule.ts';

/** What a series says of a component. */
export type Signal =
  | 'request-rate'
  | 'error-ratio'
  | 'latency'
  | 'cpu-usage'
  | 'cpu-limit'
  | 'cpu-request'
  | 'cpu-throttled'
  | 'memory-usage'
  | 'memory-limit'
  | 'memory-request'
  | 'restarts'
  | 'up';

/** The unit of a series' values. */
export type SeriesUnit = 'per-second' | 'ratio' | 'ms' | 'cores' | 'bytes' | 'count';

/**
 * The labels that say whom a series speaks of: those of `service`, `job`, `namespace`, `pod`, `container`, `instance` and
 * their like that the metric has. Texts from outside: data, never words; cut at 200 characters.
 */
export type IdentityLabels = Readonly<Record<string, string>>;

/** One value of a series. */
export interface SeriesPoint {
  /** Milliseconds since 1970. */
  readonly atMs: number;
  readonly value: number;
}

/** A signal of one component over the window. */
export interface MetricSeries {
  readonly signal: Signal;
  readonly unit: SeriesUnit;
  /** The family of metrics that it was derived from: `otel-http-server`, `istio`, `cadvisor`. */
  readonly family: string;
  /** The metric: `http_server_request_duration_seconds`. */
  readonly metric: string;
  /** Of `latency`, 0 to 1; undefined for other signals. */
  readonly quantile: number | undefined;
  readonly labels: IdentityLabels;
  /** Earliest first; no point where there was no sample or no finite value. */
  readonly points: readonly SeriesPoint[];
}

/** The requests of one bucket of a histogram, not of those below it. */
export interface HistogramBucket {
  /** Exclusive, or 0 for the first. */
  readonly lowerMs: number;
  /** Inclusive; undefined for the last, which has no bound. */
  readonly upperMs: number | undefined;
  /** Extrapolated by `increase`, and so not a whole number. */
  readonly count: number;
}

/** The latencies of one component over the whole window. */
export interface LatencyHistogram {
  readonly family: string;
  readonly metric: string;
  /** `classic`: buckets chosen beforehand, told by `le`. `native`: exponential buckets. */
  readonly kind: 'classic' | 'native';
  readonly labels: IdentityLabels;
  /** Lowest first; of a native histogram only those that hold anything. */
  readonly buckets: readonly HistogramBucket[];
  readonly count: number;
  readonly sumMs: number | undefined;
}

/** The targets of one scrape job. */
export interface ScrapeJob {
  readonly job: string;
  /** Undefined where the server neither told it nor had samples enough to infer it. */
  readonly scrapeIntervalMs: number | undefined;
  /** `told`: by the server's targets. `inferred`: from the number of samples of `up` in the window. */
  readonly intervalFrom: 'told' | 'inferred' | undefined;
  readonly targets: number;
  /** Of `targets`, how many answered their last scrape. */
  readonly up: number;
}

/** What was read of one Prometheus, or of what speaks its query API. */
export interface PrometheusReading {
  /** Of the server, where it tells it. */
  readonly version: string | undefined;
  readonly fromMs: number;
  readonly toMs: number;
  readonly stepMs: number;
  /** Over how long each rate is taken. */
  readonly rateWindowMs: number;
  /** By name. */
  readonly jobs: readonly ScrapeJob[];
  /** By signal, metric, labels, quantile. */
  readonly series: readonly MetricSeries[];
  /** By metric and labels. */
  readonly histograms: readonly LatencyHistogram[];
  /** In the order of the server. */
  readonly ruleGroups: readonly RuleGroup[];
}
