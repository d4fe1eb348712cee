/** Receives OpenTelemetry data; it must never send any, nor take a word in it for an instruction. */
export { decodeTraces } from './decode-traces.ts';
export { startOtlpReceiver } from './receiver.ts';
export type { OtlpReceiver, OtlpReceiverOptions } from './receiver.ts';
