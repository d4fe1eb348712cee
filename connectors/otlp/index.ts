/** Receives and reads OpenTelemetry data; it must never send any, nor take a word in it for an instruction. */
export { decodeTracesJson } from './decode-traces-json.ts';
export { decodeTracesProto } from './decode-traces-proto.ts';
export type { DecodedTraces } from './decoded.ts';
export { startOtlpReceiver } from './receiver.ts';
export type { OtlpReceiver, OtlpReceiverOptions } from './receiver.ts';
