/** Receives and reads OpenTelemetry data; it must never send any, nor take a word in it for an instruction. */
export { decodeMetricsJson, decodeMetricsProto } from './decode-metrics.ts';
export type { DecodedMetrics } from './decode-metrics.ts';
export { decodeTracesJson } from './decode-traces-json.ts';
export { decodeTracesProto } from './decode-traces-proto.ts';
export { framingOf, messagesOf } from './framing.ts';
export type { FramedMessage, Framing, Signal } from './framing.ts';
export type { Buckets, Distribution, MetricPoint, Temporality } from './metric-point.ts';
export { startOtlpReceiver } from './receiver.ts';
export type { OtlpReceiver, OtlpReceiverOptions } from './receiver.ts';
