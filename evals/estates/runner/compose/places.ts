import { isAlias, isMap, isPair, isScalar, isSeq } from 'yaml';
import type { Document, LineCounter, Node, YAMLMap } from 'yaml';

/** A step into a document: a key of a map, or a place in a list. */
export type PathStep = string | number;

interface KeyAndValue {
  readonly key: Node | undefined;
  readonly value: Node | undefined;
}

function keyText(key: unknown): string {
  const value = isScalar(key) ? key.value : key;
  // The parser keeps a merge key as a symbol, so that a quoted "<<" is not taken for one.
  return typeof value === 'symbol' ? (value.description ?? '') : String(value);
}

/** Finds a key in a map, and where the map has it from another by `<<`, there. */
function findInMap(document: Document, map: YAMLMap, name: string): KeyAndValue | undefined {
  let merged: KeyAndValue | undefined;
  for (const item of map.items) {
    if (!isPair(item)) continue;
    const key = keyText(item.key);
    if (key === name) return { key: item.key as Node, value: item.value as Node };
    if (key !== '<<') continue;
    const sources = isSeq(item.value) ? item.value.items : [item.value];
    for (const source of sources) {
      const target = resolve(document, source as Node);
      if (isMap(target)) merged ??= findInMap(document, target, name);
    }
  }
  return merged;
}

function resolve(document: Document, node: Node | undefined): Node | undefined {
  return isAlias(node) ? node.resolve(document) : node;
}

/**
 * Where something stands in a YAML file, through aliases and merges: at the anchor, as that is what to change.
 *
 * @param document - The parsed file.
 * @param lines - Counted while it was parsed.
 * @param path - The way to a value from the top; what is absent is placed at the innermost parent that is there.
 * @param at - Whether the value or its key is meant.
 * @returns `line:column`, from 1.
 */
export function placeOf(
  document: Document,
  lines: LineCounter,
  path: readonly PathStep[],
  at: 'key' | 'value' = 'value',
): string {
  let node = document.contents as Node | undefined;
  let key: Node | undefined;
  for (const step of path) {
    const parent = resolve(document, node);
    let next: KeyAndValue | undefined;
    if (isMap(parent)) next = findInMap(document, parent, String(step));
    else if (isSeq(parent)) next = { key: undefined, value: parent.items[Number(step)] as Node | undefined };
    if (next === undefined) break;
    key = next.key ?? key;
    node = next.value ?? node;
  }
  const meant = at === 'key' ? (key ?? node) : (resolve(document, node) ?? key);
  const { line, col } = lines.linePos(meant?.range?.[0] ?? 0);
  return `${line}:${col}`;
}
