import type { YamlEntry, YamlMap, YamlNode, YamlPlace, YamlScalar } from '../../../src/kernel/index.ts';

/** A text whose variables were filled in. */
export interface FilledScalar extends YamlScalar {
  /** What stands in the file. */
  readonly template: string;
  /** Variables of it that have no value. */
  readonly missing: readonly string[];
}

/** How long a text of the file may be in a message. */
const longestShown = 60;

/**
 * A text that was made of something in a file.
 *
 * @param text - The text.
 * @param from - What it was made of: its place, and whether variables were filled in, stay known.
 */
export function textNode(text: string, from: YamlNode): YamlScalar {
  const base = { kind: 'scalar', value: text, text, place: from.place } as const;
  if (!isFilled(from)) return base;
  const filled: FilledScalar = { ...base, template: from.template, missing: from.missing };
  return filled;
}

/**
 * A map of values that stand in one place of a file.
 *
 * @param values - By key; undefined is left out.
 * @param place - Where they stand.
 */
export function mapNode(values: Readonly<Record<string, YamlNode | undefined>>, place: YamlPlace): YamlMap {
  const entries = new Map<string, YamlEntry>();
  for (const [key, value] of Object.entries(values))
    if (value !== undefined) entries.set(key, { keyPlace: place, value });
  return { kind: 'map', entries, place };
}

/**
 * A map with one value put in place of another.
 *
 * @param map - Stays as it is.
 * @param key - Which value; a new one stands last.
 * @param value - Undefined takes it away.
 */
export function withValue(map: YamlMap, key: string, value: YamlNode | undefined): YamlMap {
  const entries = new Map(map.entries);
  const keyPlace = map.entries.get(key)?.keyPlace ?? value?.place ?? map.place;
  if (value === undefined) entries.delete(key);
  else entries.set(key, { keyPlace, value });
  return { ...map, entries };
}

/**
 * A map's value; nothing (`null`) counts as absent.
 *
 * @param map - Where to look.
 * @param key - Its key.
 */
export function valueOf(map: YamlMap, key: string): YamlNode | undefined {
  const value = map.entries.get(key)?.value;
  return value === undefined || isNothing(value) ? undefined : value;
}

/**
 * Whether a value is written and is nothing.
 *
 * @param node - Any value.
 */
export function isNothing(node: YamlNode): boolean {
  return node.kind === 'scalar' && node.value === null;
}

/**
 * Whether variables were filled into a value.
 *
 * @param node - Any value.
 */
export function isFilled(node: YamlNode): node is FilledScalar {
  return node.kind === 'scalar' && 'template' in node;
}

/**
 * Says of what form a value is, without the value: it may be secret.
 *
 * @param node - Any value.
 */
export function formOf(node: YamlNode): string {
  if (node.kind === 'map') return 'a map';
  if (node.kind === 'list') return node.items.length === 1 ? 'a list of one' : `a list of ${node.items.length}`;
  if (node.value === null) return 'nothing';
  if (typeof node.value === 'boolean') return `the truth value ${node.text}`;
  return typeof node.value === 'number' ? 'a number' : node.text === '' ? 'an empty text' : 'a text';
}

/**
 * Shows a value of which only certain words are taken, as it stands in the file: with the names of variables, not their
 * values.
 *
 * @param node - A value that can be no secret, such as a port, a size or the name of a service.
 */
export function shown(node: YamlNode): string {
  const filled = isFilled(node) ? node : undefined;
  if (filled === undefined && (node.kind !== 'scalar' || node.value === null || node.value === '')) return formOf(node);
  const text = filled?.template ?? (node.kind === 'scalar' ? node.text : '');
  const short = text.length <= longestShown ? text : `${text.slice(0, longestShown - 3)}...`;
  // An address with a password is nowhere in place, and shown nowhere.
  if (/@|:\/\//.test(short)) return formOf(node);
  if (filled === undefined) return JSON.stringify(short);
  const [first] = filled.missing;
  const how =
    first === undefined
      ? 'with its variables filled in'
      : `where ${[...new Set(filled.missing)].join(', ')} has no value`;
  return `${JSON.stringify(short)}, ${how}`;
}

/**
 * What a value says, wherever it stands: two values with the same text say the same.
 *
 * @param node - Any value.
 */
export function contentOf(node: YamlNode): string {
  if (node.kind === 'scalar') return JSON.stringify([typeof node.value, node.text]);
  if (node.kind === 'list') return `[${node.items.map(contentOf).join(',')}]`;
  const entries = [...node.entries].map(([key, { value }]) => `${JSON.stringify(key)}:${contentOf(value)}`);
  return `{${entries.sort().join(',')}}`;
}
