import type { YamlList, YamlMap, YamlNode } from '../../../src/kernel/index.ts';
import { mergeRule } from './merge-rules.ts';
import { contentOf, isNothing, valueOf } from './node.ts';

/** Told of two layers that cannot be laid over each other. */
export type MergeListener = (base: YamlNode, over: YamlNode, path: readonly string[]) => void;

function appended(base: YamlList, over: YamlList): YamlList {
  const known = new Set(base.items.map(contentOf));
  const added = over.items.filter((item) => {
    const content = contentOf(item);
    const isNew = !known.has(content);
    known.add(content);
    return isNew;
  });
  return { ...over, items: [...base.items, ...added] };
}

function byDriver(base: YamlMap, over: YamlMap): boolean {
  const [left, right] = [valueOf(base, 'driver'), valueOf(over, 'driver')];
  return left === undefined || right === undefined || contentOf(left) === contentOf(right);
}

/** Address pools of one subnet are one pool. */
function mergedPools(base: YamlList, over: YamlList, merge: (base: YamlMap, over: YamlMap) => YamlMap): YamlList {
  const items = [...base.items];
  for (const pool of over.items) {
    const subnet = pool.kind === 'map' ? valueOf(pool, 'subnet') : undefined;
    const at = items.findIndex((known) => {
      const other = known.kind === 'map' ? valueOf(known, 'subnet') : undefined;
      return subnet !== undefined && other !== undefined && contentOf(subnet) === contentOf(other);
    });
    const known = items[at];
    if (known?.kind === 'map' && pool.kind === 'map') items[at] = merge(known, pool);
    else items.push(pool);
  }
  return { ...over, items };
}

/**
 * Lays one layer over another by the rules of the Compose Specification: maps are merged, lists added to, what is single
 * is replaced, and `!reset` and `!override` do as they say.
 *
 * @param base - What is there.
 * @param over - What is laid over it, in canonical form as the other.
 * @param path - Where both stand.
 * @param listener - Told of what does not go together; the layer above then counts.
 */
export function mergeTrees(base: YamlMap, over: YamlMap, path: readonly string[], listener: MergeListener): YamlMap {
  const entries = new Map(base.entries);
  for (const [key, entry] of over.entries) {
    const known = entries.get(key);
    const value = known === undefined ? entry.value : mergeNodes(known.value, entry.value, [...path, key], listener);
    // What is merged stays where it is first declared, what is replaced stands where that is done.
    const isMerged = known !== undefined && (value === known.value || (value !== entry.value && value.kind === 'map'));
    entries.set(key, isMerged ? { ...known, value } : { ...entry, value });
  }
  return { ...base, entries };
}

function mergeNodes(base: YamlNode, over: YamlNode, path: readonly string[], listener: MergeListener): YamlNode {
  // What a layer takes away stays marked, as the layers below it are merged later where a service extends another.
  if (over.tag === '!reset' || over.tag === '!override') return over;
  if (base.tag === '!reset') return over;
  const rule = mergeRule(path);
  if (rule === 'replace') return over;
  if (isNothing(over)) return base;
  if (isNothing(base)) return over;
  if (base.kind === 'map' && over.kind === 'map') {
    if (rule === 'same-driver' && !byDriver(base, over)) return over;
    return mergeTrees(base, over, path, listener);
  }
  if (base.kind === 'list' && over.kind === 'list') {
    if (rule === 'same-subnet')
      return mergedPools(base, over, (left, right) => mergeTrees(left, right, path, listener));
    return appended(base, over);
  }
  if (base.kind !== over.kind && rule !== 'either' && base.kind !== 'scalar') listener(base, over, path);
  return over;
}

/**
 * A tree without what `!reset` took away, and without the marks of layers.
 *
 * @param node - Merged.
 */
export function withoutMarks<Node extends YamlNode>(node: Node): Node {
  const { tag, ...rest } = node;
  const base = (tag === '!reset' || tag === '!override' ? rest : node) as Node;
  if (base.kind === 'list') {
    return { ...base, items: base.items.filter((item) => item.tag !== '!reset').map((item) => withoutMarks(item)) };
  }
  if (base.kind !== 'map') return base;
  const entries = [...base.entries].filter(([, { value }]) => value.tag !== '!reset');
  return {
    ...base,
    entries: new Map(entries.map(([key, entry]) => [key, { ...entry, value: withoutMarks(entry.value) }])),
  };
}
