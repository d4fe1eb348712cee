import { formatPlace } from '../../../src/kernel/index.ts';
import type { YamlEntry, YamlMap, YamlNode } from '../../../src/kernel/index.ts';
import type { EnvironmentFile } from '../model/index.ts';
import { isNothing, shown, valueOf, withValue } from '../tree/index.ts';
import type { LoadContext } from './load-context.ts';
import { loadVariables } from './load-variables.ts';

/** A service with the variables of its files in its environment, and the labels of its files among its labels. */
export interface WithEnvironment {
  readonly service: YamlMap;
  readonly environmentFiles: readonly EnvironmentFile[];
}

const textOf = (map: YamlMap, key: string): string | undefined => {
  const value = valueOf(map, key);
  return value?.kind === 'scalar' ? value.text : undefined;
};

/** What came from a file is placed where the service names the file. */
function entryOf(value: string, at: YamlNode): YamlEntry {
  return { keyPlace: at.place, value: { kind: 'scalar', value, text: value, place: at.place } };
}

function missing(path: YamlNode, at: YamlNode, key: string, isActive: boolean, context: LoadContext): void {
  // Of a service that is not started docker compose reads no files.
  if (context.missingEnvFiles === 'note' || !isActive) {
    context.coverage.notUnderstood(
      `${key.endsWith('label_file') ? 'label_file' : 'env_file'} that is not there`,
      formatPlace(at.place),
    );
  } else {
    const accepted = "a file that is there, or 'required: false' beside its path";
    context.problems.add('file', at.place, key, `${shown(path)}, which is not there`, accepted);
  }
}

function itemsOf(map: YamlMap, key: string): readonly YamlNode[] {
  const value = valueOf(map, key);
  return value?.kind === 'list' ? value.items : [];
}

/**
 * Gives a service the variables and labels that it takes from files, and a value to each variable that it only names.
 *
 * @param service - In canonical form.
 * @param key - Where it stands.
 * @param isActive - Whether the active profiles start it.
 * @param variables - Of the project.
 * @param context - Told of what is wrong.
 * @throws RegisteredError `compose-unreadable`
 */
export function withEnvironment(
  service: YamlMap,
  key: string,
  isActive: boolean,
  variables: ReadonlyMap<string, string>,
  context: LoadContext,
): WithEnvironment {
  const written = valueOf(service, 'environment');
  const own = new Map<string, YamlEntry>();
  for (const [name, entry] of written?.kind === 'map' ? written.entries : []) {
    const known = isNothing(entry.value) ? variables.get(name) : undefined;
    own.set(name, known === undefined ? entry : entryOf(known, entry.value));
  }
  const ownText = (name: string): string | undefined => {
    const value = own.get(name)?.value;
    return value?.kind === 'scalar' && value.value !== null ? value.text : undefined;
  };
  const fromFiles = new Map<string, YamlEntry>();
  const textFromFiles = (name: string): string | undefined => {
    const value = fromFiles.get(name)?.value;
    return value?.kind === 'scalar' ? value.text : undefined;
  };
  const environmentFiles = itemsOf(service, 'env_file').flatMap((item): readonly EnvironmentFile[] => {
    const path = item.kind === 'map' ? textOf(item, 'path') : undefined;
    if (item.kind !== 'map' || path === undefined) return [];
    const required = textOf(item, 'required') !== 'false';
    for (const [name, { keyPlace }] of item.entries) {
      if (name === 'path' || name === 'required' || name === 'format') continue;
      context.coverage.notUnderstood(`services.*.env_file.${name}`, formatPlace(keyPlace));
    }
    const lookup = (name: string): string | undefined => variables.get(name) ?? ownText(name);
    const read = loadVariables(path, lookup, context, { format: textOf(item, 'format'), earlier: textFromFiles });
    if (read === undefined && required)
      missing(valueOf(item, 'path') ?? item, item, `${key}.env_file`, isActive, context);
    for (const [name, value] of read ?? []) fromFiles.set(name, entryOf(value, item));
    return [{ path, required, read: read !== undefined }];
  });
  const labels = new Map<string, YamlEntry>();
  for (const item of itemsOf(service, 'label_file')) {
    if (item.kind !== 'scalar') continue;
    const read = loadVariables(item.text, () => undefined, context, { role: 'labels' });
    if (read === undefined) missing(item, item, `${key}.label_file`, isActive, context);
    for (const [name, value] of read ?? []) labels.set(name, entryOf(value, item));
  }
  return {
    service: withEntries(withEntries(service, 'environment', fromFiles, own), 'labels', labels),
    environmentFiles,
  };
}

/** A service with entries under those that it has itself. */
function withEntries(
  service: YamlMap,
  key: string,
  under: ReadonlyMap<string, YamlEntry>,
  own?: ReadonlyMap<string, YamlEntry>,
): YamlMap {
  const written = valueOf(service, key);
  const over = own ?? (written?.kind === 'map' ? written.entries : new Map<string, YamlEntry>());
  if (under.size === 0 && (own === undefined || own.size === 0)) return service;
  const entries = new Map([...under, ...over]);
  return withValue(service, key, { kind: 'map', entries, place: written?.place ?? service.place });
}
