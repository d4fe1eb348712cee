import { posix } from 'node:path';
import type { YamlNode } from '../../../src/kernel/index.ts';
import { formOf, mapNode, shown, textNode, valueOf, withValue } from '../tree/index.ts';
import { absoluteNode } from './file-paths.ts';
import type { FormContext } from './form-context.ts';
import { listOf } from './lists-and-maps.ts';

const accepted =
  "'[source:]path[:options]', such as 'data:/var/lib/data', './conf:/etc/app:ro' or '/cache', or a map with a target";

const propagations: ReadonlySet<string> = new Set(['rprivate', 'private', 'rshared', 'shared', 'rslave', 'slave']);

/** Parts between colons; that of a drive of Windows is none. */
function partsOf(spec: string): readonly string[] {
  const parts: string[] = [];
  let part = '';
  for (const character of spec) {
    if (character !== ':' || /^[a-z]$/i.test(part)) part += character;
    else {
      parts.push(part);
      part = '';
    }
  }
  return [...parts, part];
}

function isHostPath(source: string): boolean {
  return /^(?:[./~]|\\\\|[a-z]:)/i.test(source);
}

/** As a path of the container: without `.`, `..`, double or closing slashes; those of Windows stay. */
function cleanTarget(target: string): string {
  if (!target.includes('/') || /^[a-z]:/i.test(target)) return target;
  const clean = posix.normalize(target);
  return clean.length > 1 ? clean.replace(/\/$/, '') : clean;
}

function shortMount(item: YamlNode & { kind: 'scalar' }): YamlNode | undefined {
  const spec = item.text;
  const parts = spec.length <= 2 ? [spec] : partsOf(spec);
  if (parts.length > 3 || parts.some((part) => part === '')) return undefined;
  const [first = '', second, options = ''] = parts;
  const source = second === undefined ? undefined : first;
  const text = (value: string): YamlNode => textNode(value, item);
  const truth: YamlNode = { kind: 'scalar', value: true, text: 'true', place: item.place };
  const words = options.split(',');
  const isBind = source !== undefined && isHostPath(source);
  const propagation = words.find((word) => propagations.has(word));
  const selinux = words.find((word) => /^z$/i.test(word));
  const bind = {
    propagation: propagation === undefined ? undefined : text(propagation),
    selinux: selinux === undefined ? undefined : text(selinux),
  };
  const readOnly = words.lastIndexOf('ro') > words.lastIndexOf('rw');
  return mapNode(
    {
      type: text(isBind ? 'bind' : 'volume'),
      source: source === undefined ? undefined : text(source),
      target: text(cleanTarget(second ?? first)),
      read_only: readOnly ? truth : undefined,
      bind: propagation === undefined && selinux === undefined ? undefined : mapNode(bind, item.place),
      volume: words.includes('nocopy') ? mapNode({ nocopy: truth }, item.place) : undefined,
    },
    item.place,
  );
}

/** Mounts in the long form, their host paths absolute. */
export const mountList = listOf((item: YamlNode, key: string, context: FormContext) => {
  const long = item.kind === 'scalar' && typeof item.value === 'string' ? shortMount(item) : item;
  if (long?.kind !== 'map') {
    const found = item.kind === 'scalar' ? shown(item) : formOf(item);
    context.problems.add(item.kind === 'scalar' ? 'value' : 'form', item.place, key, found, accepted);
    return [];
  }
  const target = valueOf(long, 'target');
  const clean =
    target?.kind === 'scalar' && long === item
      ? withValue(long, 'target', textNode(cleanTarget(target.text), target))
      : long;
  const type = valueOf(clean, 'type');
  const source = valueOf(clean, 'source');
  const isBind = type?.kind === 'scalar' && type.text === 'bind';
  return [isBind && source !== undefined ? withValue(clean, 'source', absoluteNode(source, context)) : clean];
}, 'a list of mounts');

/** Devices in the long form. */
export const deviceList = listOf((item: YamlNode, key: string, context: FormContext) => {
  if (item.kind === 'map') return [item];
  const parts = item.kind === 'scalar' && item.value !== null ? item.text.split(':') : [];
  const [source = '', target = source, permissions = 'rwm'] = parts;
  if (item.kind !== 'scalar' || source === '' || parts.length > 3) {
    const found = item.kind === 'scalar' ? shown(item) : formOf(item);
    context.problems.add(
      'value',
      item.place,
      key,
      found,
      "'path[:path in the container[:rwm]]', or a map with a source",
    );
    return [];
  }
  const text = (value: string): YamlNode => textNode(value, item);
  return [mapNode({ source: text(source), target: text(target), permissions: text(permissions) }, item.place)];
}, 'a list of devices');

/** Granted secrets or configurations in the long form. */
export const grantList = listOf((item: YamlNode, key: string, context: FormContext) => {
  if (item.kind === 'map') return [item];
  if (item.kind === 'scalar' && item.text !== '') return [mapNode({ source: textNode(item.text, item) }, item.place)];
  context.problems.add('form', item.place, key, formOf(item), 'a name, or a map with a source');
  return [];
}, 'a list of names or maps');

/** Files of variables in the long form, their paths absolute. */
export const environmentFileList = listOf((item: YamlNode, key: string, context: FormContext) => {
  const long =
    item.kind === 'scalar' && typeof item.value === 'string' && item.text !== ''
      ? mapNode({ path: textNode(item.text, item) }, item.place)
      : item;
  const path = long.kind === 'map' ? valueOf(long, 'path') : undefined;
  if (long.kind === 'map' && path !== undefined) return [withValue(long, 'path', absoluteNode(path, context))];
  context.problems.add('form', item.place, key, formOf(item), 'a path, or a map with a path');
  return [];
}, 'a path, or a list of paths');
