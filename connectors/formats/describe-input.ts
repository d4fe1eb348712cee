import { headerOf } from '../csv-rows/index.ts';
import { hasTextHead, headText, otherEncodingOf } from '../files/index.ts';
import type { Input } from '../files/index.ts';
import { framingOf } from '../otlp/index.ts';
import { jsonKeys } from './json-keys.ts';

/** Names from outside are repeated, but not without end. */
const mostNames = 8;
const longestName = 40;

const listOf = (names: readonly string[]): string =>
  names
    .slice(0, mostNames)
    .map((name) => name.slice(0, longestName))
    .join(', ') + (names.length > mostNames ? ', ...' : '');

/** A key of an object that holds data, not of one that is a dictionary: an identifier. */
const isName = (key: string): boolean => /^[A-Za-z_][\w.-]{0,60}$/.test(key);

function describeJson(text: string): string {
  const isList = /^\uFEFF?\s*\[/.test(text);
  const keys = [...jsonKeys(text)];
  if (keys.includes('resourceMetrics') || keys.includes('resourceLogs')) return 'an OTLP export of metrics or logs';
  const names = keys
    .filter((key) => (isList ? key.startsWith('[].') : !key.includes('.') && !key.includes('[')))
    .map((key) => key.replace('[].', ''))
    .filter(isName);
  const what = isList ? 'a JSON list' : 'a JSON object';
  if (names.length === 0) return what;
  return `${what}${isList ? ' of objects' : ''} with the keys ${listOf(names)}`;
}

/**
 * Says what is in a file that is in no known format: its kind and the names in it, never a value.
 *
 * @param input - The file; only its head is looked at.
 */
export function describeInput(input: Pick<Input, 'head'>): string {
  const { head } = input;
  const encoding = otherEncodingOf(head);
  if (encoding !== undefined) return `text in ${encoding}`;
  if (!hasTextHead(head)) {
    return framingOf(head) === undefined ? 'binary data' : 'an OTLP export of metrics or logs in protobuf';
  }
  const text = headText(head);
  if (/^\uFEFF?\s*[[{]/.test(text)) return describeJson(text);
  const header = headerOf(text);
  return header === undefined ? 'text' : `CSV with ${header.length} columns`;
}
