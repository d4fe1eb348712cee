import type { AttributeValue } from '../spans/index.ts';
import { isLong, numberOf } from './whole.ts';

const wholeDigits = /^-?\d{1,20}$/;

function wholeOf(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  // 64-bit integers are strings in the JSON form, and the library's own objects in the binary one.
  if (typeof value === 'string') return wholeDigits.test(value) ? Number(value) : undefined;
  return isLong(value) ? numberOf(value) : undefined;
}

/**
 * An `AnyValue` as the library or JSON.parse gives it.
 *
 * @param value - Anything.
 * @returns `undefined` for what is not read: lists, maps, bytes, numbers that are not finite, and what is no value at all.
 */
export function valueOf(value: unknown): AttributeValue | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { stringValue, boolValue, intValue, doubleValue } = value as Record<string, unknown>;
  if (typeof stringValue === 'string') return stringValue;
  if (typeof boolValue === 'boolean') return boolValue;
  if (intValue !== undefined && intValue !== null) return wholeOf(intValue);
  return typeof doubleValue === 'number' && Number.isFinite(doubleValue) ? doubleValue : undefined;
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
