import type { YamlMap, YamlNode } from '../../../src/kernel/index.ts';
import { formOf, isNothing, mapNode, textNode, valueOf, withValue } from '../tree/index.ts';
import { absoluteNode } from './file-paths.ts';
import type { FormContext } from './form-context.ts';
import { hostList, listOf, listOfTexts, mapOfNames, namedValues } from './lists-and-maps.ts';
import type { Form } from './lists-and-maps.ts';
import { deviceList, environmentFileList, grantList, mountList } from './mount-forms.ts';
import { portList } from './port-forms.ts';

type Forms = Readonly<Record<string, Form>>;

/** Brings the attributes of a map into their forms. */
function withForms(map: YamlMap, forms: Forms, key: string, context: FormContext): YamlMap {
  let made = map;
  for (const [name, form] of Object.entries(forms)) {
    const value = map.entries.get(name)?.value;
    if (value === undefined || value.tag === '!reset') continue;
    const canonical = form(value, `${key}.${name}`, context);
    if (canonical !== value) made = withValue(made, name, canonical);
  }
  return made;
}

/** A map with forms for its attributes; other things are left to whoever reads the attribute. */
const within =
  (forms: Forms): Form =>
  (node, key, context) =>
    node.kind === 'map' ? withForms(node, forms, key, context) : node;

const absoluteFiles: Form = (node, key, context) => {
  const list = listOfTexts(node, key, context);
  return list?.kind === 'list' ? { ...list, items: list.items.map((item) => absoluteNode(item, context)) } : list;
};

const contexts: Form = (node, key, context) => {
  const named = namedValues(node, key, context);
  if (named?.kind !== 'map') return named;
  const entries = [...named.entries].map(
    ([name, entry]) => [name, { ...entry, value: absoluteNode(entry.value, context, true) }] as const,
  );
  return { ...named, entries: new Map(entries) };
};

const buildForms: Forms = {
  context: (node, _key, context) => absoluteNode(node, context, true),
  args: namedValues,
  labels: namedValues,
  ssh: (node, key, context) =>
    node.kind === 'scalar' ? listOfTexts(node, key, context) : namedValues(node, key, context),
  additional_contexts: contexts,
  extra_hosts: hostList,
  secrets: grantList,
  no_cache_filter: listOfTexts,
};

const build: Form = (node, key, context) => {
  if (node.kind === 'scalar' && !isNothing(node)) {
    const map = mapNode({ context: absoluteNode(node, context, true) }, node.place);
    return node.tag === undefined ? map : { ...map, tag: node.tag };
  }
  return within(buildForms)(node, key, context);
};

const gpus: Form = (node) =>
  node.kind === 'scalar' && node.text === 'all'
    ? { kind: 'list', items: [mapNode({ count: textNode('all', node) }, node.place)], place: node.place }
    : node;

const started = { condition: 'service_started' };

/** What a container of any kind has. */
const containerForms: Forms = {
  annotations: namedValues,
  configs: grantList,
  devices: deviceList,
  dns: listOfTexts,
  dns_search: listOfTexts,
  env_file: (node, key, context) => environmentFileList(listOfTexts(node, key, context) ?? node, key, context),
  environment: namedValues,
  extra_hosts: hostList,
  gpus,
  label_file: absoluteFiles,
  labels: namedValues,
  models: mapOfNames(undefined),
  networks: mapOfNames(undefined),
  secrets: grantList,
  sysctls: namedValues,
  tmpfs: listOfTexts,
  volumes: mountList,
};

const hooks = listOf((item, key, context) => {
  if (item.kind === 'map') return [withForms(item, containerForms, key, context)];
  context.problems.add('form', item.place, key, formOf(item), 'a map with a command');
  return [];
}, 'a list of commands');

const serviceForms: Forms = {
  ...containerForms,
  build,
  depends_on: mapOfNames(started),
  deploy: within({ labels: namedValues }),
  extends: (node) =>
    node.kind === 'scalar' && !isNothing(node) ? mapNode({ service: textNode(node.text, node) }, node.place) : node,
  ports: portList,
  post_start: hooks,
  pre_start: hooks,
  pre_stop: hooks,
};

/**
 * A service with all short forms written out, and its paths absolute.
 *
 * @param service - As written, variables filled in.
 * @param key - Where it stands.
 * @param context - Told of what is wrong.
 */
export function canonicalService(service: YamlMap, key: string, context: FormContext): YamlMap {
  // What came before `develop` was in the specification, and is in use.
  const early = service.entries.get('x-develop')?.value;
  const renamed =
    early === undefined || valueOf(service, 'develop') !== undefined
      ? service
      : withValue(withValue(service, 'x-develop', undefined), 'develop', early);
  return withForms(renamed, serviceForms, key, context);
}

const resourceForms: Forms = { labels: namedValues, driver_opts: namedValues };

/** `external: { name: … }`, the form before there was `name`. */
function withExternalName(resource: YamlMap): YamlMap {
  const external = valueOf(resource, 'external');
  if (external?.kind !== 'map') return resource;
  const name = valueOf(external, 'name');
  const truth: YamlNode = { kind: 'scalar', value: true, text: 'true', place: external.place };
  const marked = withValue(resource, 'external', truth);
  return name === undefined || valueOf(resource, 'name') !== undefined ? marked : withValue(marked, 'name', name);
}

/**
 * A network, volume, secret or configuration with all short forms written out, and its paths absolute.
 *
 * @param resource - As written, variables filled in.
 * @param key - Where it stands.
 * @param context - Told of what is wrong.
 */
export function canonicalResource(resource: YamlMap, key: string, context: FormContext): YamlMap {
  const forms = withForms(withExternalName(resource), resourceForms, key, context);
  const file = valueOf(forms, 'file');
  return file === undefined ? forms : withValue(forms, 'file', absoluteNode(file, context));
}
