import { basename, dirname, join } from 'node:path';
import type { YamlMap, YamlNode } from '../../../src/kernel/index.ts';
import { formatPlace } from '../../../src/kernel/index.ts';
import { Budget } from '../budget.ts';
import { absolutePath, isRemoteFile } from '../forms/index.ts';
import {
  formOf,
  isNothing,
  mergeTrees,
  shown,
  uniqueEntries,
  valueOf,
  withoutMarks,
  withValue,
} from '../tree/index.ts';
import { withExtends } from './extends.ts';
import type { FileSetting, LoadContext } from './load-context.ts';
import { loadDocuments } from './load-document.ts';
import { withVariablesOf } from './load-variables.ts';
import { mergeListener } from './merge-listener.ts';

/** Includes within includes: docker compose sets no bound, but nobody has as many. */
const deepestIncludes = 50;

const valuesOfFile = 1_000;

const imported = ['services', 'jobs', 'volumes', 'networks', 'secrets', 'configs', 'models'] as const;

const none: YamlMap = { kind: 'map', entries: new Map(), place: { file: '', line: 1, column: 1 } };

interface Include {
  readonly paths: readonly (YamlNode & { readonly kind: 'scalar' })[];
  readonly projectDirectory: string | undefined;
  readonly envFiles: readonly string[] | undefined;
}

/** A path as it is written: what variables made of it may be a secret. */
function absentFile(at: YamlNode, key: string, directory: string, { problems }: LoadContext): void {
  problems.add(
    'file',
    at.place,
    key,
    `${shown(at)}, which is not there`,
    `a file that is there; its path begins at ${directory}`,
  );
}

function textsOf(node: YamlNode | undefined): readonly string[] | undefined {
  if (node === undefined) return undefined;
  const items = node.kind === 'list' ? node.items : [node];
  return items.flatMap((item) => (item.kind === 'scalar' && item.text !== '' ? [item.text] : []));
}

function includeOf(node: YamlNode, key: string, context: LoadContext): Include | undefined {
  const path = node.kind === 'map' ? valueOf(node, 'path') : node;
  const written = path?.kind === 'list' ? path.items : path === undefined ? [] : [path];
  const paths =
    node.kind === 'list' ? [] : written.flatMap((item) => (item.kind === 'scalar' && item.text !== '' ? [item] : []));
  if (paths.length === 0) {
    context.problems.add('form', node.place, key, formOf(node), 'a path, or a map with a path');
    return undefined;
  }
  if (node.kind !== 'map') return { paths, projectDirectory: undefined, envFiles: undefined };
  for (const [name, { keyPlace }] of node.entries) {
    if (name === 'path' || name === 'project_directory' || name === 'env_file') continue;
    context.coverage.notUnderstood(
      name.startsWith('x-') ? 'extension include.*.x-*' : `include.*.${name}`,
      formatPlace(keyPlace),
    );
  }
  const [projectDirectory] = textsOf(valueOf(node, 'project_directory')) ?? [];
  return { paths, projectDirectory, envFiles: textsOf(valueOf(node, 'env_file')) };
}

/** Lays what files include under what they say themselves. */
function withIncludes(root: YamlMap, setting: FileSetting, way: readonly string[], context: LoadContext): YamlMap {
  const include = root.entries.get('include')?.value;
  if (include === undefined) return root;
  let model = withValue(root, 'include', undefined);
  if (isNothing(include) || include.tag === '!reset') return model;
  if (include.kind !== 'list') {
    context.problems.add('form', include.place, 'include', formOf(include), 'a list of paths');
    return model;
  }
  for (const [index, item] of include.items.entries()) {
    const key = `include.${index}`;
    const wanted = includeOf(item, key, context);
    if (wanted === undefined) continue;
    const included = loadInclude(wanted, item, key, setting, way, context);
    for (const section of imported) {
      const from = included?.entries.get(section)?.value;
      if (from?.kind !== 'map') continue;
      const to = model.entries.get(section)?.value;
      const merged = to?.kind === 'map' ? mergeTrees(from, to, [section], mergeListener(context)) : from;
      model = withValue(model, section, merged);
    }
  }
  return model;
}

function loadInclude(
  { paths, projectDirectory, envFiles }: Include,
  at: YamlNode,
  key: string,
  setting: FileSetting,
  way: readonly string[],
  context: LoadContext,
): YamlMap | undefined {
  const remote = paths.find(({ text }) => isRemoteFile(text));
  if (remote !== undefined) {
    context.coverage.notUnderstood('include of what would have to be fetched', formatPlace(at.place));
    context.unread.project = true;
    return undefined;
  }
  const from = { directory: setting.directory, home: context.home };
  const files = paths.map(({ text }) => absolutePath(text, from));
  const [main = ''] = files;
  const circle = way.indexOf(main);
  if (circle >= 0) {
    const names = [...way.slice(circle), main].map((path) => basename(path));
    context.problems.add(
      'circle',
      at.place,
      key,
      `a circle: ${names.join(' → ')}`,
      'files that include each other in one direction',
    );
    return undefined;
  }
  // A file costs at least this, however short it is: what it includes is read again each time.
  if (!context.budget.take(valuesOfFile)) {
    context.problems.add('value', at.place, key, Budget.found, Budget.accepted);
    return undefined;
  }
  if (way.length > deepestIncludes) {
    context.problems.add('circle', at.place, key, `includes ${way.length} deep`, `at most ${deepestIncludes}`);
    return undefined;
  }
  const absent = files.findIndex((path) => context.files.text(path, 'include') === undefined);
  if (absent >= 0) {
    absentFile(paths[absent] ?? at, key, setting.directory, context);
    return undefined;
  }
  const directory = projectDirectory === undefined ? dirname(main) : absolutePath(projectDirectory, from);
  const named = envFiles?.filter((path) => path !== '/dev/null').map((path) => absolutePath(path, from));
  const environmentFiles = named ?? [join(directory, '.env')];
  const present = environmentFiles.filter((path) => {
    if (context.files.text(path, 'environment') !== undefined) return true;
    if (named === undefined) return false;
    if (context.missingEnvFiles === 'refuse') {
      const found = 'a file of variables that is not there';
      context.problems.add(
        'file',
        at.place,
        `${key}.env_file`,
        found,
        `a file that is there; its path begins at ${setting.directory}`,
      );
    } else context.coverage.notUnderstood('env_file that is not there', formatPlace(at.place));
    return false;
  });
  const variables = withVariablesOf(setting.variables, present, context);
  return loadModel(files, 'include', { variables, directory }, [...way, main], context);
}

/** What is built without saying from where is built from the directory of the files that say so. */
function withContexts(model: YamlMap, directory: string): YamlMap {
  let made = model;
  for (const section of ['services', 'jobs']) {
    const services = valueOf(model, section);
    if (services?.kind !== 'map') continue;
    const entries = [...services.entries].map(([name, entry]) => {
      const build = entry.value.kind === 'map' ? valueOf(entry.value, 'build') : undefined;
      if (entry.value.kind !== 'map' || build?.kind !== 'map' || valueOf(build, 'context') !== undefined) {
        return [name, entry] as const;
      }
      const context: YamlNode = { kind: 'scalar', value: directory, text: directory, place: build.place };
      return [
        name,
        { ...entry, value: withValue(entry.value, 'build', withValue(build, 'context', context)) },
      ] as const;
    });
    made = withValue(made, section, { ...services, entries: new Map(entries) });
  }
  return made;
}

/**
 * Lays files over each other, with all that they include and extend.
 *
 * @param files - Absolute; the first is the base.
 * @param role - What they are read as.
 * @param setting - Their variables and directory.
 * @param way - The files that led here, these at the end.
 * @param context - Told of what is wrong.
 * @throws RegisteredError `compose-unreadable`
 */
export function loadModel(
  files: readonly string[],
  role: 'compose' | 'include',
  setting: FileSetting,
  way: readonly string[],
  context: LoadContext,
): YamlMap {
  let model = none;
  for (const path of files) {
    for (const document of loadDocuments(path, role, setting, context)) {
      const whole = withExtends(withIncludes(document, setting, way, context), path, setting, context);
      model = uniqueEntries(mergeTrees(model, whole, [], mergeListener(context)));
    }
  }
  return withContexts(withoutMarks(model), setting.directory);
}
