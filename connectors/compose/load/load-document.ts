import { formatPlace, parseYaml, RegisteredError } from '../../../src/kernel/index.ts';
import type { YamlMap, YamlNode } from '../../../src/kernel/index.ts';
import { canonicalProject } from '../forms/index.ts';
import { recogniseYaml } from '../recognise-yaml.ts';
import type { ProjectSource } from '../model/index.ts';
import { fillTree, formOf } from '../tree/index.ts';
import type { FileSetting, LoadContext } from './load-context.ts';

/** Fills in a document's variables; what has no value is told of. */
function filled(root: YamlMap, { variables }: FileSetting, context: LoadContext): YamlMap {
  return fillTree(root, (name) => variables.get(name), {
    missing: (name, at) => context.coverage.notUnderstood(`variable ${name} without a value`, formatPlace(at.place)),
    fault: ({ kind, found, accepted, variable }, at, key) => {
      if (kind === 'required' && context.missingVariables === 'note') {
        context.coverage.notUnderstood(`required variable ${variable ?? ''} without a value`, formatPlace(at.place));
      } else context.problems.add('variable', at.place, key, found, accepted);
    },
  });
}

/**
 * The documents of one file in canonical form, variables filled in; each is a layer over the one before.
 *
 * @param path - Absolute.
 * @param role - What it is read as.
 * @param setting - Its variables and directory.
 * @param context - Told of what is wrong.
 * @throws RegisteredError `compose-unreadable`
 */
export function loadDocuments(
  path: string,
  role: ProjectSource['role'],
  setting: FileSetting,
  context: LoadContext,
): readonly YamlMap[] {
  const text = context.files.text(path, role);
  if (text === undefined) throw new RegisteredError('compose-unreadable', { path, reason: 'no such file' });
  const { documents, problem } = parseYaml(text, path);
  if (problem !== undefined) {
    context.problems.add('yaml', problem.place, '', problem.found, problem.accepted);
    return [];
  }
  const start = { file: path, line: 1, column: 1 };
  if (documents.length === 0)
    context.problems.add('not-compose', start, '', 'a file without content', 'a file of Docker Compose');
  return documents.flatMap((root: YamlNode): readonly YamlMap[] => {
    const recognised = recogniseYaml(root);
    if (root.kind !== 'map' || recognised.kind !== 'compose') {
      const found = recognised.kind === 'compose' ? formOf(root) : recognised.what;
      context.problems.add(
        'not-compose',
        root.place,
        '',
        found,
        'a file of Docker Compose, with services under the key services',
      );
      return [];
    }
    const formContext = { ...context, directory: setting.directory };
    return [canonicalProject(filled(root, setting, context), formContext)];
  });
}
