/** What each reader read, in the estate's words; nothing here may read anything or decide what is one component. */
export { findingsOfCompose } from './from-compose.ts';
export { findingsOfDocker } from './from-docker.ts';
export { findingsOfMetricTable } from './from-metric-table.ts';
export { findingsOfMetrics } from './from-metrics.ts';
export { findingsOfPrometheus } from './from-prometheus.ts';
export { findingsOfRuleFile } from './from-rule-file.ts';
export { findingsOfTraces } from './from-traces.ts';
