/** What is known of the real system, and how it is known; nothing here may reach the system itself. */
export { declaredDifference, snapshotDifference } from './difference/index.ts';
export type { Conflict, DeclaredDifference } from './difference/index.ts';
export { attributeEntry, attributeNames, halfLivesMs, subjectKey, subjectLabel } from './facts/index.ts';
export type {
  AttributeName,
  AttributeValueOf,
  ComponentKind,
  Fact,
  FactKind,
  FoundFact,
  Subject,
} from './facts/index.ts';
export { openFactStore } from './fact-store/index.ts';
export type { Capture, FactStore } from './fact-store/index.ts';
export type { Findings } from './findings.ts';
export { freshnessOf } from './freshness/index.ts';
export { estateGraph, FactIndex } from './graph/index.ts';
export type { EstateGraph, GraphEdge, GraphNode, GraphTraffic } from './graph/index.ts';
export {
  findingsOfCompose,
  findingsOfDocker,
  findingsOfMetricTable,
  findingsOfMetrics,
  findingsOfPrometheus,
  findingsOfRuleFile,
  findingsOfTraces,
} from './ingest/index.ts';
export { MetricWindow } from './metrics/index.ts';
export { LiveSignals } from './live-signals.ts';
export type { LiveSignal } from './live-signals.ts';
export { freezeSnapshot } from './snapshot/index.ts';
export type { Snapshot, SnapshotDocument } from './snapshot/index.ts';
export { createTraceAggregator, LatencySketch, quantileMs } from './traces/index.ts';
export type { ContentionData, SketchData, TraceSummary } from './traces/index.ts';
