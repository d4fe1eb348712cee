import { finiteNumber, isObject } from '../parsed-json/index.ts';
import { attributeOfText } from '../spans/index.ts';
import type { AttributeValue } from '../spans/index.ts';

/** One tag, by name and with the value that its type gives it. */
type Tag = readonly [name: string, value: AttributeValue];

function valueOf(name: string, value: unknown, type: unknown): AttributeValue | undefined {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number') return finiteNumber(value);
  if (typeof value !== 'string') return undefined;
  if (type === 'bool') return value === 'true';
  if (type === 'int64' || type === 'float64') {
    return value.trim() === '' ? undefined : finiteNumber(Number(value));
  }
  return attributeOfText(name, value);
}

/**
 * The tags of a span or a process: a list of `{ key, type, value }`, or an object, as the Elasticsearch store has it.
 *
 * @param tags - As JSON.parse gave them; what is neither has none.
 */
export function* tagsOf(tags: unknown): Generator<Tag, void, undefined> {
  if (Array.isArray(tags)) {
    for (const tag of tags as unknown[]) {
      if (!isObject(tag) || typeof tag['key'] !== 'string') continue;
      const value = valueOf(tag['key'], tag['value'], tag['type']);
      if (value !== undefined) yield [tag['key'], value];
    }
    return;
  }
  if (!isObject(tags)) return;
  for (const [key, of] of Object.entries(tags)) {
    // Elasticsearch takes a dot for a path: the store writes another character for it.
    const name = key.replaceAll('@', '.');
    const value = valueOf(name, of, undefined);
    if (value !== undefined) yield [name, value];
  }
}
