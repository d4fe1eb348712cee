import { headerOf } from '../csv-rows/index.ts';
import { hasTextHead, headText } from '../files/index.ts';
import type { Input } from '../files/index.ts';
import { isMetricTableHeader } from '../metric-table/index.ts';
import { framingOf } from '../otlp/index.ts';
import { isSpanHeader } from '../span-csv/index.ts';
import type { SpanCsvMapping } from '../span-csv/index.ts';
import { jsonKeys } from './json-keys.ts';

/** What is in a file, as far as anything here reads it. A YAML document may be JSON: it is told apart by who reads it. */
export type InputFormat =
  'otlp-json' | 'otlp-protobuf' | 'zipkin-v2' | 'jaeger' | 'span-csv' | 'metric-table' | 'yaml-document';

const jsonStart = /^\uFEFF?\s*[[{]/;

/** A key, a list or the mark of a document at the beginning of a line; tabs may not indent in YAML. */
const yamlStart = /^(?:---|- |[\w"'.$/-][^\t\n{}[\]]*?:(?: |$))/;
const yamlComment = /^\s*(?:#|%YAML|$)/;

/** An export on a line of its own below the first: of a file that was rotated the first one may lack its beginning. */
const exportLine = /\n\{\s*"resourceSpans"/;

const otlpKeys = ['resourceSpans', '[].resourceSpans', 'batches', 'trace.resourceSpans'];
const jaegerKeys = [
  'data[].spans',
  'data[].traceID',
  'data.spans',
  '[].spans',
  '[].traceID',
  'spans[].traceID',
  'spans[].spanID',
];
const zipkinKeys = [
  ['[].traceId', '[].id'],
  ['[][].traceId', '[][].id'],
  ['traceId', 'id'],
] as const;

function formatOfJson(text: string): InputFormat | undefined {
  const keys = jsonKeys(text);
  const has = (key: string): boolean => keys.has(key);
  if (otlpKeys.some(has)) return 'otlp-json';
  if (jaegerKeys.some(has) || (has('traceID') && (has('spans') || has('spanID')))) return 'jaeger';
  if (zipkinKeys.some((both) => both.every(has))) return 'zipkin-v2';
  // A list is no configuration; exports of other signals are none either.
  if (/^\uFEFF?\s*\[/.test(text) || has('resourceMetrics') || has('resourceLogs')) return undefined;
  return 'yaml-document';
}

function looksLikeYaml(text: string): boolean {
  const lines = text.split(/\r?\n/);
  return yamlStart.test(lines.find((line) => !yamlComment.test(line)) ?? '');
}

/**
 * Tells what is in a file.
 *
 * @param input - The file; only its head is looked at.
 * @param mapping - A mapping of columns that the person gave for CSV files of spans.
 * @returns `undefined` where it is in no format that is read.
 */
export function recogniseFormat(input: Pick<Input, 'head'>, mapping?: SpanCsvMapping): InputFormat | undefined {
  const { head } = input;
  if (!hasTextHead(head)) return framingOf(head)?.signal === 'traces' ? 'otlp-protobuf' : undefined;
  const text = headText(head);
  if (exportLine.test(text)) return 'otlp-json';
  if (jsonStart.test(text)) return formatOfJson(text);
  const header = headerOf(text);
  if (header !== undefined && isSpanHeader(header, mapping)) return 'span-csv';
  if (header !== undefined && isMetricTableHeader(header)) return 'metric-table';
  return looksLikeYaml(text) ? 'yaml-document' : undefined;
}
