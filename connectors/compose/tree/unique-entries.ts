import type { YamlMap, YamlNode } from '../../../src/kernel/index.ts';
import { identityRule } from './merge-rules.ts';

/**
 * Drops entries of lists that later ones replace: a volume at the same path, a port published the same way.
 *
 * @param root - A project.
 */
export function uniqueEntries(root: YamlMap): YamlMap {
  return uniqueMap(root, []);
}

function unique(node: YamlNode, path: readonly string[]): YamlNode {
  if (node.kind === 'map') return uniqueMap(node, path);
  if (node.kind !== 'list') return node;
  const identity = identityRule(path);
  if (identity === undefined) return node;
  // The place of the first, the value of the last: as docker compose does.
  const kept = new Map<string, YamlNode>();
  for (const item of node.items) kept.set(identity(item), item);
  return kept.size === node.items.length ? node : { ...node, items: [...kept.values()] };
}

/** Nothing further down in a service than this has entries that replace each other. */
const deepest = 6;

function uniqueMap(map: YamlMap, path: readonly string[]): YamlMap {
  const [section] = path;
  if (path.length >= deepest || (section !== undefined && section !== 'services' && section !== 'jobs')) return map;
  return {
    ...map,
    entries: new Map(
      [...map.entries].map(([key, entry]) => [key, { ...entry, value: unique(entry.value, [...path, key]) }]),
    ),
  };
}
