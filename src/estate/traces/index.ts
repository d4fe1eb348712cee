/** From spans to what they tell of an estate; nothing here may keep a span, change one, or reach outside of the process. */
export { createTraceAggregator } from './aggregator.ts';
export type { TraceAggregator, TraceAggregatorOptions } from './aggregator.ts';
export type { Protocol } from './call-description.ts';
export type { HostPairOffset, OffsetStretch } from './clock-skew.ts';
export { criticalPath } from './critical-path.ts';
export type { CriticalSpan } from './critical-path.ts';
export { LatencySketch, quantileMs } from './latency-sketch.ts';
export type { SketchData } from './latency-sketch.ts';
export { defaultLimits, otherName } from './limits.ts';
export type { TraceLimits } from './limits.ts';
export type { NameEvidence, NameScheme } from './name-evidence.ts';
export type { CallPlan, CallRef, Dependence, PairOrder, PlanStep } from './plan-data.ts';
export { rateWindowMs } from './rate-window.ts';
export type { RequestTallyData } from './request-tally.ts';
export type { TimelineData } from './time-buckets.ts';
export type {
  ComponentKind,
  ComponentQuality,
  ComponentSeen,
  EdgeSeen,
  InstanceSeen,
  OperationSeen,
  TimeoutSeen,
  TraceQuality,
  TraceSummary,
} from './trace-summary.ts';
