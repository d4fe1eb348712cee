/** The value of a span attribute, as far as anything here reads it. */
export type AttributeValue = string | number | boolean;

/** Which end of a call a span describes; OTLP's numbers 1 to 5 by name. */
export type SpanKind = 'unspecified' | 'internal' | 'server' | 'client' | 'producer' | 'consumer';

/** One finished operation of one process, as it reported it itself. Its texts come from outside: data, never words. */
export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  /** `undefined` for the first span of a trace. */
  readonly parentSpanId: string | undefined;
  readonly name: string;
  readonly kind: SpanKind;
  /** Milliseconds since 1970-01-01T00:00:00Z, by the clock of the process that reported it. */
  readonly startMs: number;
  readonly durationMs: number;
  /** Whether the process set the status ERROR. */
  readonly isError: boolean;
  readonly attributes: ReadonlyMap<string, AttributeValue>;
  /** The attributes of the process: `service.name`, `service.namespace`, ... */
  readonly resource: ReadonlyMap<string, AttributeValue>;
}
