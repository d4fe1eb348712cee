/** The value of a span attribute, as far as anything here reads it. */
export type AttributeValue = string | number | boolean;

/** Which end of a call a span describes; OTLP's numbers 1 to 5 by name. */
export type SpanKind = 'unspecified' | 'internal' | 'server' | 'client' | 'producer' | 'consumer';

/** Another span that a span names as a cause without being its child. */
export interface SpanLink {
  readonly traceId: string;
  readonly spanId: string;
}

/**
 * One finished operation of one process, as it reported it itself, whichever format it came in. Its texts come from
 * outside: data, never words.
 */
export interface Span {
  /** 32 lower-case hexadecimal digits where the format has such ids (64-bit ids padded on the left), else as it stands. */
  readonly traceId: string;
  /** 16 lower-case hexadecimal digits where the format has such ids, else as it stands. */
  readonly spanId: string;
  /** `undefined` for the first span of a trace. */
  readonly parentSpanId: string | undefined;
  readonly name: string;
  readonly kind: SpanKind;
  /** Milliseconds since 1970-01-01T00:00:00Z, by the clock of the process that reported it; exact to a quarter of a microsecond. */
  readonly startMs: number;
  /** The difference of the two whole instants: exact to the nanosecond where the format is. Negative where a clock stepped. */
  readonly durationMs: number;
  /** Whether the process set the status ERROR. */
  readonly isError: boolean;
  /** Zipkin's shared spans: the server's half has the very id of the client's span, which is its caller. */
  readonly isShared: boolean;
  /** W3C `tracestate`, which says how the trace was sampled (`ot=th:…`); undefined where there is none. */
  readonly traceState: string | undefined;
  readonly links: readonly SpanLink[];
  /** Those of `attributesRead` that the span carries, in the current names of the semantic conventions or older ones. */
  readonly attributes: ReadonlyMap<string, AttributeValue>;
  /**
   * The attributes of the process: `service.name`, `service.namespace`, ... Spans of one process in one batch share one
   * map, so that what is derived from it can be derived once.
   */
  readonly resource: ReadonlyMap<string, AttributeValue>;
}
