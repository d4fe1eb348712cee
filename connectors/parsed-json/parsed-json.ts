/** An object whose members are not known yet. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a value is an object, and no list. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * The list at a key of an object.
 *
 * @param value - Anything.
 * @param names - The names that the key has had; the first that is there counts.
 * @returns An empty list where none is there; `undefined` where something else stands there, or the value is no object.
 */
export function listAt(value: unknown, ...names: readonly string[]): readonly unknown[] | undefined {
  if (!isObject(value)) return undefined;
  for (const name of names) {
    const list = value[name];
    if (list !== undefined && list !== null) return Array.isArray(list) ? list : undefined;
  }
  return [];
}

/**
 * A member that was really sent: the library's messages inherit a default for each member that was not.
 *
 * @param object - A message, or what JSON.parse gave.
 * @param name - The member.
 */
export function sent(object: JsonObject, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** What a value is, in a few words, without any of it. */
export function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
