import type { YamlMap, YamlNode } from '../../../src/kernel/index.ts';
import { formOf, isNothing, withValue } from '../tree/index.ts';
import { canonicalResource, canonicalService } from './canonical-service.ts';
import type { FormContext } from './form-context.ts';

type CanonicalMap = (map: YamlMap, key: string, context: FormContext) => YamlMap;

const asItIs: CanonicalMap = (map) => map;

const sections: Readonly<Record<string, CanonicalMap>> = {
  services: canonicalService,
  jobs: canonicalService,
  networks: canonicalResource,
  volumes: canonicalResource,
  secrets: canonicalResource,
  configs: canonicalResource,
  models: asItIs,
};

function canonicalSection(section: YamlMap, name: string, canonical: CanonicalMap, context: FormContext): YamlMap {
  const entries = new Map(section.entries);
  for (const [key, entry] of section.entries) {
    const { value, keyPlace } = entry;
    const path = `${name}.${key}`;
    if (!/^[a-zA-Z0-9._-]+$/.test(key)) {
      const found = `the name ${JSON.stringify(key.slice(0, 60))}`;
      context.problems.add('form', keyPlace, path, found, 'letters, digits, dots, dashes and underscores');
    }
    if (value.kind === 'map') entries.set(key, { ...entry, value: canonical(value, path, context) });
    else if (value.tag !== '!reset' && (!isNothing(value) || name === 'services' || name === 'jobs')) {
      context.problems.add('form', keyPlace, path, formOf(value), 'a map');
      entries.delete(key);
    }
  }
  return { ...section, entries };
}

/**
 * A file with all short forms written out, and its paths absolute.
 *
 * @param root - The file, variables filled in.
 * @param context - Told of what is wrong.
 */
export function canonicalProject(root: YamlMap, context: FormContext): YamlMap {
  let made = root;
  for (const [name, canonical] of Object.entries(sections)) {
    const section: YamlNode | undefined = root.entries.get(name)?.value;
    if (section === undefined || section.tag === '!reset' || isNothing(section)) continue;
    if (section.kind === 'map') made = withValue(made, name, canonicalSection(section, name, canonical, context));
    else {
      context.problems.add('form', section.place, name, formOf(section), 'a map of names');
      made = withValue(made, name, undefined);
    }
  }
  return made;
}
