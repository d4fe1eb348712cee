/** Receives, reads and writes OpenTelemetry data; it must never send any, nor take a word in it for an instruction. */
export { decodeTracesJson } from './decode-traces-json.ts';
export { decodeTracesProto } from './decode-traces-proto.ts';
export { encodeTracesJson } from './encode-traces-json.ts';
export { framingOf, messagesOf } from './framing.ts';
export type { Signal } from './framing.ts';
export type { Buckets, MetricPoint } from './metric-point.ts';
export { startOtlpReceiver } from './receiver.ts';
export type { OtlpReceiver, OtlpReceiverOptions } from './receiver.ts';
