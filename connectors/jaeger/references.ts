import { isObject } from '../parsed-json/index.ts';
import { spanIdOf, traceIdOf } from '../spans/index.ts';
import type { SpanLink } from '../spans/index.ts';

/** Where a span comes from. */
export interface Origin {
  readonly parentSpanId: string | undefined;
  readonly links: readonly SpanLink[];
}

/** Clients that know no references write the id of the parent, and 0 where there is none. */
function legacyParent(value: unknown): string | undefined {
  const parent = spanIdOf(value);
  return parent === undefined || /^0+$/.test(parent) ? undefined : parent;
}

/**
 * Reads the references of a span: the first `CHILD_OF` within the trace is its parent, every other one is a link.
 *
 * @param references - As JSON.parse gave them; what is no list has none.
 * @param traceId - Of the span.
 * @param parentSpanId - The field that was there before references were.
 */
export function originOf(references: unknown, traceId: string, parentSpanId: unknown): Origin {
  let parent: string | undefined;
  const links: SpanLink[] = [];
  for (const reference of Array.isArray(references) ? (references as unknown[]) : []) {
    if (!isObject(reference)) continue;
    const spanId = spanIdOf(reference['spanID']);
    const ofTrace = reference['traceID'] === undefined ? traceId : traceIdOf(reference['traceID']);
    if (spanId === undefined || ofTrace === undefined) continue;
    if (reference['refType'] === 'CHILD_OF' && ofTrace === traceId && parent === undefined) parent = spanId;
    else links.push({ traceId: ofTrace, spanId });
  }
  return { parentSpanId: parent ?? legacyParent(parentSpanId), links };
}
