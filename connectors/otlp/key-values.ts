import type { AttributeValue } from '../spans/index.ts';
import { finiteNumber, isObject, sent } from '../parsed-json/index.ts';
import { wholeOf } from './whole.ts';

/**
 * An `AnyValue` as the library or JSON.parse gives it.
 *
 * @param value - Anything.
 * @returns `undefined` for what is not read: lists, maps, bytes, numbers that are not finite, and what is no value at all.
 */
export function valueOf(value: unknown): AttributeValue | undefined {
  if (!isObject(value)) return undefined;
  const text = sent(value, 'stringValue');
  if (typeof text === 'string') return text;
  const whole = sent(value, 'intValue');
  if (whole !== undefined && whole !== null) return wholeOf(whole);
  const truth = sent(value, 'boolValue');
  if (typeof truth === 'boolean') return truth;
  return finiteNumber(sent(value, 'doubleValue'));
}

/**
 * Those of a list of `KeyValue` that are wanted.
 *
 * @param keyValues - As the library or JSON.parse gives it; what is no list has none.
 * @param wanted - Their names.
 */
export function attributesOf(keyValues: unknown, wanted: ReadonlySet<string>): Map<string, AttributeValue> {
  const attributes = new Map<string, AttributeValue>();
  if (!Array.isArray(keyValues)) return attributes;
  for (const keyValue of keyValues as unknown[]) {
    if (typeof keyValue !== 'object' || keyValue === null) continue;
    const { key, value } = keyValue as Record<string, unknown>;
    if (typeof key !== 'string' || !wanted.has(key)) continue;
    const read = valueOf(value);
    if (read !== undefined) attributes.set(key, read);
  }
  return attributes;
}
