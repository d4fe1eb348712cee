import type { Span } from '../../connectors/spans/index.ts';
import { componentPlace, edgePlace } from './place.ts';
import type { Place } from './place.ts';

/** One span, with the time that is its own. */
export interface Step {
  readonly component: string;
  readonly operation: string;
  /** Where its own time is spent: in the component, or, of a client's span, on the way to the callee. */
  readonly place: Place;
  readonly startMs: number;
  readonly durationMs: number;
  /** Its duration without the union of its children's. */
  readonly ownMs: number;
  /** In the order of their starts. */
  readonly children: readonly Step[];
}

/** One request, from its first span. */
export interface RecordedRequest {
  readonly root: Step;
  readonly endMs: number;
}

const nameless = 'unknown';

/** The component that a span names as its own. */
const componentOf = ({ resource }: Span): string => {
  const name = resource.get('service.name');
  return typeof name === 'string' && name !== '' ? name : nameless;
};

/** The part of a span that its children cover; clocks of two processes differ, and children are cut to their parent. */
function coveredMs({ startMs, durationMs }: Span, children: readonly Step[]): number {
  const endMs = startMs + durationMs;
  let covered = 0;
  let untilMs = startMs;
  for (const child of children) {
    const fromMs = Math.max(child.startMs, untilMs);
    const toMs = Math.min(child.startMs + child.durationMs, endMs);
    if (toMs > fromMs) covered += toMs - fromMs;
    untilMs = Math.max(untilMs, toMs);
  }
  return covered;
}

/** A span that a call fills to more than this waits for it. */
const filledRatio = 0.5;

const endOf = ({ startMs, durationMs }: Span): number => startMs + durationMs;

/**
 * Handlers that go on when an answer comes record a span around a call that stands beside it, not below it. Such a span is
 * childless, of the same process, and the call begins within it and fills most of it: it is taken for the call's parent.
 */
function nestHandlers(below: Map<Span, Span[]>): void {
  for (const [parent, siblings] of [...below]) {
    const calls = siblings.filter((span) => below.has(span));
    if (calls.length === 0) continue;
    const handlers = siblings.filter((span) => !below.has(span) && componentOf(span) === componentOf(parent));
    for (const handler of handlers) {
      const within = calls.filter(
        (span) =>
          span.startMs >= handler.startMs &&
          Math.min(endOf(span), endOf(handler)) - span.startMs > filledRatio * handler.durationMs,
      );
      const [call] = within;
      if (within.length !== 1 || call === undefined) continue;
      below.set(handler, [call]);
      below.set(
        parent,
        (below.get(parent) ?? []).filter((span) => span !== call),
      );
    }
  }
}

/**
 * Of the two spans of a call, the client's lasts longer by the network, the queue before the server and the wait for a
 * connection. Both are durations, so that clocks do not matter.
 */
function stepOf(span: Span, children: readonly Step[]): Step {
  const component = componentOf(span);
  const { name: operation, startMs } = span;
  const durationMs = Math.max(0, span.durationMs);
  const [only] = children;
  if (children.length === 1 && only !== undefined && only.component !== component) {
    const ownMs = Math.max(0, durationMs - only.durationMs);
    return { component, operation, place: edgePlace(component, only.component), startMs, durationMs, ownMs, children };
  }
  const ownMs = Math.max(0, durationMs - coveredMs(span, children));
  return { component, operation, place: componentPlace(component), startMs, durationMs, ownMs, children };
}

/** Deeper than any request goes; made-up spans must not exhaust the stack. */
const deepest = 500;

/**
 * The requests that spans tell of. A span whose parent is not there begins one; what is in a circle of parents, or
 * more than 500 levels deep, is left out.
 *
 * @param spans - In any order, of whole traces.
 */
export function requestsOf(spans: Iterable<Span>): readonly RecordedRequest[] {
  const known = new Map<string, Span>();
  const keyOf = (traceId: string, spanId: string): string => JSON.stringify([traceId, spanId]);
  for (const span of spans) {
    const key = keyOf(span.traceId, span.spanId);
    if (!known.has(key)) known.set(key, span);
  }
  const roots: Span[] = [];
  const below = new Map<Span, Span[]>();
  for (const span of known.values()) {
    const { parentSpanId, traceId } = span;
    const parent = parentSpanId === undefined ? undefined : known.get(keyOf(traceId, parentSpanId));
    if (parent === undefined) roots.push(span);
    else {
      const siblings = below.get(parent);
      if (siblings === undefined) below.set(parent, [span]);
      else siblings.push(span);
    }
  }
  nestHandlers(below);
  const build = (span: Span, depth: number): Step => {
    const children = depth < deepest ? (below.get(span) ?? []).map((child) => build(child, depth + 1)) : [];
    return stepOf(
      span,
      children.sort((one, other) => one.startMs - other.startMs),
    );
  };
  return roots.map((span) => ({ root: build(span, 0), endMs: span.startMs + span.durationMs }));
}

/**
 * All steps of a request, each with the step that it is below.
 *
 * @param root - The first one.
 */
export function* stepsOf(root: Step): Generator<readonly [step: Step, parent: Step | undefined], void, undefined> {
  const open: (readonly [Step, Step | undefined])[] = [[root, undefined]];
  for (let entry = open.pop(); entry !== undefined; entry = open.pop()) {
    yield entry;
    for (const child of entry[0].children) open.push([child, entry[0]]);
  }
}
