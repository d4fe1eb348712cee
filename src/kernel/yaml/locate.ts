import type { YamlNode, YamlPlace } from './yaml-node.ts';

/** A step into a value: a key of a map, or a place in a list. */
export type YamlStep = string | number;

/**
 * Where something stands.
 *
 * @param root - The whole document.
 * @param path - The way from the top; what is absent is placed at the innermost parent that is there.
 * @param at - Whether the value or its key is meant.
 */
export function locate(root: YamlNode, path: readonly YamlStep[], at: 'key' | 'value' = 'value'): YamlPlace {
  let node = root;
  let place = root.place;
  for (const step of path) {
    if (node.kind === 'map') {
      const entry = node.entries.get(String(step));
      if (entry === undefined) return node === root ? place : node.place;
      node = entry.value;
      place = at === 'key' ? entry.keyPlace : node.place;
      continue;
    }
    const item = node.kind === 'list' ? node.items[Number(step)] : undefined;
    if (item === undefined) return place;
    node = item;
    place = node.place;
  }
  return place;
}

/**
 * A value without its places.
 *
 * @param node - Any value. Maps become objects without a prototype, so that no key has a meaning of its own.
 */
export function plainValue(node: YamlNode): unknown {
  if (node.kind === 'scalar') return node.value;
  if (node.kind === 'list') return node.items.map(plainValue);
  const object = Object.create(null) as Record<string, unknown>;
  for (const [key, { value }] of node.entries) object[key] = plainValue(value);
  return object;
}
