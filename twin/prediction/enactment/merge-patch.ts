type Members = Readonly<Record<string, unknown>>;

const isMapping = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * A value with a patch applied, as RFC 7396 says: mappings are merged, `null` removes a member, all else replaces.
 *
 * @param target - Left as it is.
 * @param patch - What is otherwise.
 */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isMapping(patch)) return patch;
  // Without a prototype, no key has a meaning of its own.
  const merged = Object.assign(Object.create(null), isMapping(target) ? target : {}) as Record<string, unknown>;
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) Reflect.deleteProperty(merged, key);
    else merged[key] = mergePatch(merged[key], value);
  }
  return merged;
}
