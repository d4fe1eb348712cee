/**
 * The value at a path of plain content.
 *
 * @param content - As a file holds it.
 * @param path - Keys and positions, from the outside in.
 * @returns Undefined where there is none; what an object inherits is not there.
 */
export function valueAt(content: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, key)
        ? (value as Record<PropertyKey, unknown>)[key]
        : undefined,
    content,
  );
}
