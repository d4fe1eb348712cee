/** What every reader of traces gives, whichever format it reads: the span. Nothing here may know a format. */
export { attributesRead, resourceAttributesRead } from './attributes-read.ts';
export type { AttributeValue, Span, SpanKind, SpanLink } from './span.ts';
