/** A span before it is written in one of the protocol's forms. Times in nanoseconds from the start of the traffic. */
export interface MadeSpan {
  readonly service: string;
  readonly instance: number;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string;
  readonly name: string;
  /** OTLP's number of the kind. */
  readonly kind: number;
  readonly startNs: number;
  endNs: number;
  readonly isError: boolean;
  readonly attributes: readonly (readonly [string, string | number])[];
}
