/** What every reader of traces gives, whichever format it reads: the span. Nothing here may know a format. */
export { attributeOfText } from './attribute-of-text.ts';
export { attributesRead, resourceAttributesRead } from './attributes-read.ts';
export type { DecodedTraces } from './decoded-traces.ts';
export { spanIdOf, traceIdOf } from './ids.ts';
export { instantOfHalves, instantOfMicroseconds, instantOfNanoseconds, msBetween, msOf } from './instant.ts';
export type { Instant } from './instant.ts';
export type { AttributeValue, Span, SpanKind, SpanLink } from './span.ts';
