import type { AttributeValue, Span } from '../connectors/spans/index.ts';

/** A span of a made trace: what a test does not care for has a default. */
export interface MadeSpan extends Partial<Omit<Span, 'attributes' | 'resource'>> {
  readonly id: string;
  readonly parent?: string;
  readonly service: string;
  /** Start and end in milliseconds from the start of the trace. */
  readonly at: readonly [number, number];
  readonly attributes?: Readonly<Record<string, AttributeValue>>;
  readonly resource?: Readonly<Record<string, AttributeValue>>;
}

/** An instant that no test may take for now: 2026-01-01T00:00:00.0003Z, with a fraction so that the clock is no coarse one. */
export const madeTraceStartMs = 1_767_225_600_000.25;

/**
 * The spans of one trace.
 *
 * @param traceId - Its id.
 * @param spans - In any order.
 * @param startMs - When it begins.
 */
export function madeTrace(traceId: string, spans: readonly MadeSpan[], startMs = madeTraceStartMs): Span[] {
  return spans.map(({ id, parent, service, at: [from, to], attributes = {}, resource = {}, ...rest }) => ({
    traceId,
    spanId: id,
    parentSpanId: parent,
    name: id,
    kind: 'server',
    startMs: startMs + from,
    durationMs: to - from,
    isError: false,
    isShared: false,
    traceState: undefined,
    links: [],
    attributes: new Map(Object.entries(attributes)),
    resource: new Map(Object.entries({ 'service.name': service, ...resource })),
    ...rest,
  }));
}
