/**
 * Reads what a Prometheus, or what speaks its query API, knows of an estate; nothing here may change a server, keep a
 * credential or know what an estate is.
 */
export { capturePrometheus } from './capture-prometheus.ts';
export type { CapturePrometheusOptions } from './capture-prometheus.ts';
export type {
  HistogramBucket,
  IdentityLabels,
  LatencyHistogram,
  MetricSeries,
  PrometheusReading,
  ScrapeJob,
  SeriesPoint,
  SeriesUnit,
  Signal,
} from './prometheus-reading.ts';
export type { AlertRule, RecordingRule, Rule, RuleGroup } from './rule.ts';
export { looksLikeRuleFile, readRuleFile } from './rule-file.ts';
export type { RuleFileReading } from './rule-file.ts';
