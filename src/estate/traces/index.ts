/** From spans to what they tell of an estate; nothing here may keep a span, change one, or reach outside of the process. */
export { createTraceAggregator } from './aggregator.ts';
export type { TraceAggregator } from './aggregator.ts';
export { criticalPath } from './critical-path.ts';
export type { CriticalSpan } from './critical-path.ts';
export { LatencySketch, quantileMs } from './latency-sketch.ts';
export type { SketchData } from './latency-sketch.ts';
export { defaultLimits } from './limits.ts';
export type { NameEvidence, NameScheme } from './name-evidence.ts';
export { rateWindowMs } from './rate-window.ts';
export type { ContentionData } from './contention/index.ts';
export type { ComponentKind, ComponentSeen, EdgeSeen, OperationSeen, TraceSummary } from './trace-summary.ts';
