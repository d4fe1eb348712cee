import type { YamlMap, YamlNode } from '../../../src/kernel/index.ts';
import { interpolate } from '../variables/index.ts';
import type { TemplateFault, VariableLookup } from '../variables/index.ts';
import type { FilledScalar } from './node.ts';

/** Told of what stood in the way of filling a value in. */
export interface FillListener {
  missing(name: string, at: YamlNode, key: string): void;
  fault(fault: TemplateFault, at: YamlNode, key: string): void;
}

/**
 * Fills variables into all texts of a document; keys stay as they are. What stands at several places by an alias is filled
 * in once.
 *
 * @param root - The document.
 * @param lookup - Gives the variables' values.
 * @param listener - Told of variables without a value, and of texts that are not well-formed.
 */
export function fillTree(root: YamlMap, lookup: VariableLookup, listener: FillListener): YamlMap {
  const done = new Map<YamlNode, YamlNode>();
  const fill = (node: YamlNode, key: string): YamlNode => {
    if (node.kind === 'scalar') {
      if (typeof node.value !== 'string' || !node.value.includes('$')) return node;
      const { text, missing, fault } = interpolate(node.value, lookup);
      if (fault !== undefined) listener.fault(fault, node, key);
      for (const name of missing) listener.missing(name, node, key);
      const filled: FilledScalar = { ...node, value: text, text, template: node.value, missing };
      return filled;
    }
    const known = done.get(node);
    if (known !== undefined) return known;
    const made: YamlNode =
      node.kind === 'list'
        ? { ...node, items: node.items.map((item, index) => fill(item, `${key}.${index}`)) }
        : fillMap(node, key);
    done.set(node, made);
    return made;
  };
  const fillMap = (map: YamlMap, key: string): YamlMap => ({
    ...map,
    entries: new Map(
      [...map.entries].map(([name, entry]) => [
        name,
        { ...entry, value: fill(entry.value, key === '' ? name : `${key}.${name}`) },
      ]),
    ),
  });
  return fillMap(root, '');
}
