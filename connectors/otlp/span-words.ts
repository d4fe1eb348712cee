import type { SpanKind } from '../spans/index.ts';

/** `SpanKind` of OTLP, by number. */
const kinds: readonly SpanKind[] = ['unspecified', 'internal', 'server', 'client', 'producer', 'consumer'];

const kindPrefix = 'SPAN_KIND_';

/** `STATUS_CODE_ERROR` of OTLP. */
export const statusError = 2;
const statusErrorName = 'STATUS_CODE_ERROR';

/** The kind of this number; `unspecified` where the protocol has none. */
export function kindOfNumber(number: number): SpanKind {
  return kinds[number] ?? 'unspecified';
}

/** The kind as JSON has it: a number, or its name in the protocol. */
export function kindOfJson(value: unknown): SpanKind {
  if (typeof value === 'number') return kindOfNumber(value);
  if (typeof value !== 'string') return 'unspecified';
  if (value.startsWith(kindPrefix)) {
    const name = value.slice(kindPrefix.length).toLowerCase();
    return kinds.find((kind) => kind === name) ?? 'unspecified';
  }
  return kindOfNumber(Number(value));
}

/** Whether a status code as JSON has it, a number or a name, says that the span failed. */
export function isErrorStatus(code: unknown): boolean {
  return code === statusError || code === statusErrorName;
}

/** What can be wrong with a span that is otherwise well-formed, in the words of the coverage. */
export const problems = {
  traceId: 'spans without a valid trace id',
  spanId: 'spans without a valid span id',
  startTime: 'spans without a start time',
  endTime: 'spans without an end time',
  wire: 'spans whose bytes are no protobuf message',
  noObject: 'spans that are no object',
} as const;
