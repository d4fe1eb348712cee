/** What every reader of traces gives, whichever format it reads: the span. Nothing here may know a format. */
export { attributesRead, resourceAttributesRead } from './attributes-read.ts';
export { instantOfHalves, instantOfNanoseconds, msBetween, msOf } from './instant.ts';
export type { Instant } from './instant.ts';
export type { AttributeValue, Span, SpanKind, SpanLink } from './span.ts';
