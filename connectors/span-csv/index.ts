/** Reads spans from CSV, one row a span, by a mapping of columns that is data; it must guess no column. */
export { isSpanHeader, spanCsvMappingSchema } from './mapping.ts';
export type { SpanCsvMapping } from './mapping.ts';
export { readSpanCsv } from './read-span-csv.ts';
