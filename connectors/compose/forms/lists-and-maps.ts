import type { YamlEntry, YamlMap, YamlNode } from '../../../src/kernel/index.ts';
import { formOf, isNothing, mapNode, textNode } from '../tree/index.ts';
import type { FormContext } from './form-context.ts';

/** Brings a value into canonical form; what cannot be brought there is told of and left out. */
export type Form = (node: YamlNode, key: string, context: FormContext) => YamlNode | undefined;

/**
 * Names with values, from a map or a list of `NAME=value`. A name alone has nothing as its value.
 *
 * @param node - As written.
 * @param key - Where it stands.
 * @param context - Told of what is wrong.
 */
export const namedValues: Form = (node, key, context) => {
  const accepted = 'a map of names to texts, or a list of NAME=value';
  if (node.kind === 'map') {
    for (const [name, { value, keyPlace }] of node.entries) {
      if (value.kind === 'scalar' || value.tag === '!reset') continue;
      context.problems.add(
        'form',
        keyPlace,
        `${key}.${name}`,
        formOf(value),
        'a text, a number, a truth value or nothing',
      );
    }
    const entries = [...node.entries].filter(([, { value }]) => value.kind === 'scalar' || value.tag === '!reset');
    return entries.length === node.entries.size ? node : { ...node, entries: new Map(entries) };
  }
  if (node.kind !== 'list') {
    if (isNothing(node)) return node;
    context.problems.add('form', node.place, key, formOf(node), accepted);
    return undefined;
  }
  const entries = new Map<string, YamlEntry>();
  for (const [index, item] of node.items.entries()) {
    if (item.kind !== 'scalar' || typeof item.value !== 'string') {
      context.problems.add('form', item.place, `${key}.${index}`, formOf(item), 'NAME=value');
      continue;
    }
    const at = item.text.indexOf('=');
    const name = at < 0 ? item.text : item.text.slice(0, at);
    const value: YamlNode =
      at < 0 ? { kind: 'scalar', value: null, text: '', place: item.place } : textNode(item.text.slice(at + 1), item);
    entries.set(name, { keyPlace: item.place, value });
  }
  const map: YamlMap = { kind: 'map', entries, place: node.place };
  return node.tag === undefined ? map : { ...map, tag: node.tag };
};

/**
 * A list of texts, from one text or a list.
 *
 * @param node - As written.
 */
export const listOfTexts: Form = (node) =>
  node.kind === 'scalar' && node.value !== null && node.tag !== '!reset'
    ? { kind: 'list', items: [node], place: node.place, ...(node.tag === undefined ? {} : { tag: node.tag }) }
    : node;

/**
 * A map from a list of names; `inside` is what each then has.
 *
 * @param inside - Values by key.
 */
export const mapOfNames =
  (inside: Readonly<Record<string, string>> | undefined): Form =>
  (node, key, context) => {
    if (node.kind === 'map' || node.tag === '!reset' || isNothing(node)) return node;
    if (node.kind !== 'list') {
      context.problems.add('form', node.place, key, formOf(node), 'a list of names, or a map');
      return undefined;
    }
    const entries = new Map<string, YamlEntry>();
    for (const [index, item] of node.items.entries()) {
      if (item.kind !== 'scalar' || item.value === null) {
        context.problems.add('form', item.place, `${key}.${index}`, formOf(item), 'a name');
        continue;
      }
      const nothing: YamlNode = { kind: 'scalar', value: null, text: '', place: item.place };
      const texts = Object.entries(inside ?? {}).map(([name, text]) => [name, textNode(text, { ...nothing })] as const);
      const value = inside === undefined ? nothing : mapNode(Object.fromEntries(texts), item.place);
      entries.set(item.text, { keyPlace: item.place, value });
    }
    return { kind: 'map', entries, place: node.place, ...(node.tag === undefined ? {} : { tag: node.tag }) };
  };

/**
 * A list of `host=address`, from a map or a list with `:` or `=`.
 *
 * @param node - As written.
 * @param key - Where it stands.
 * @param context - Told of what is wrong.
 */
export const hostList: Form = (node, key, context) => {
  if (node.kind !== 'map') return node;
  const items: YamlNode[] = [];
  for (const [host, { value, keyPlace }] of node.entries) {
    const addresses = value.kind === 'list' ? value.items : [value];
    for (const address of addresses) {
      if (address.kind === 'scalar') items.push(textNode(`${host}=${address.text}`, address));
      else context.problems.add('form', keyPlace, `${key}.${host}`, formOf(address), 'an address, or a list of them');
    }
  }
  return { kind: 'list', items, place: node.place, ...(node.tag === undefined ? {} : { tag: node.tag }) };
};

/**
 * A list whose entries each have a canonical form.
 *
 * @param form - Of one entry; several where an entry stands for several.
 * @param accepted - What an attribute of this form takes.
 */
export const listOf =
  (form: (item: YamlNode, key: string, context: FormContext) => readonly YamlNode[], accepted: string): Form =>
  (node, key, context) => {
    if (node.tag === '!reset' || isNothing(node)) return node;
    if (node.kind !== 'list') {
      context.problems.add('form', node.place, key, formOf(node), accepted);
      return undefined;
    }
    return { ...node, items: node.items.flatMap((item, index) => form(item, `${key}.${index}`, context)) };
  };
