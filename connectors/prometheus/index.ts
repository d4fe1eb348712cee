/**
 * Reads what a Prometheus, or what speaks its query API, knows of an estate; nothing here may change a server, keep a
 * credential or know what an estate is.
 */
export { capturePrometheus } from './capture-prometheus.ts';
export type { IdentityLabels, PrometheusReading } from './prometheus-reading.ts';
export type { RuleGroup } from './rule.ts';
export { looksLikeRuleFile, readRuleFile } from './rule-file.ts';
