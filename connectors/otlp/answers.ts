import type protobuf from 'protobufjs';
import { messageType } from './definitions.ts';
import type { Encoding, Signal, Taken } from './intake.ts';

/** Codes of gRPC (google.rpc.Code) that are answered. */
export const rpcCodes = { invalidArgument: 3, internal: 13, unavailable: 14, unimplemented: 12 } as const;

/** How long a sender should wait when there is too much in work. */
export const retryAfterSeconds = 1;

const status = messageType('answers', 'Status');
const retryInfo = messageType('answers', 'RetryInfo');

/** The answer to an export of each signal, and the name of the count in it. */
const responses = {
  traces: { type: messageType('traces', 'ExportTraceServiceResponse'), count: 'rejectedSpans' },
  metrics: { type: messageType('metrics', 'ExportMetricsServiceResponse'), count: 'rejectedDataPoints' },
  // Of logs nothing is refused: the answer is empty, and so the same in all types.
  logs: { type: messageType('traces', 'ExportTraceServiceResponse'), count: 'rejectedSpans' },
} as const;

const encode = (type: protobuf.Type, message: object): Buffer =>
  Buffer.from(type.encode(type.fromObject(message)).finish());

/**
 * The answer to an export that was taken, whole or in part.
 *
 * @param signal - What it was of.
 * @param encoding - How it was written: the answer is written the same way.
 * @param taken - What of it was not.
 */
export function exportResponse(signal: Signal, encoding: Encoding, { refusedCount, message }: Taken): Buffer {
  const { type, count } = responses[signal];
  // 64-bit integers are text in the JSON form of protobuf.
  const partialSuccess = { [count]: String(refusedCount), errorMessage: message };
  const response = refusedCount === 0 ? {} : { partialSuccess };
  return encoding === 'json' ? Buffer.from(JSON.stringify(response)) : encode(type, response);
}

/**
 * The answer to an export that was refused: google.rpc.Status.
 *
 * @param encoding - How the export was written.
 * @param code - One of `rpcCodes`.
 * @param message - Why.
 */
export function refusal(encoding: Encoding, code: number, message: string): Buffer {
  return encoding === 'json' ? Buffer.from(JSON.stringify({ code, message })) : encode(status, { code, message });
}

/**
 * The status of a call that should be made again later, with the time to wait, as gRPC's rich error model has it.
 *
 * @param message - Why.
 */
export function retryStatus(message: string): Buffer {
  const value = encode(retryInfo, { retryDelay: { seconds: retryAfterSeconds } });
  const details = [{ typeUrl: 'type.googleapis.com/google.rpc.RetryInfo', value }];
  return encode(status, { code: rpcCodes.unavailable, message, details });
}
