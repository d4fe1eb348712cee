import { variableUses } from '../../../../connectors/compose/index.ts';
import { formatPlace, parseYaml, RegisteredError } from '../../../../src/kernel/index.ts';
import type { YamlNode } from '../../../../src/kernel/index.ts';
import type { ComposeSource, ComposeVariable } from './model.ts';

function parsed({ path, text }: ComposeSource): YamlNode | undefined {
  const { documents, problem } = parseYaml(text, path);
  if (problem === undefined) return documents[0];
  const { place, found, accepted } = problem;
  throw new RegisteredError('compose-invalid', {
    problems: [{ kind: 'yaml', place: formatPlace(place), key: '', found, accepted }],
  });
}

type Visit = (text: string, path: readonly string[]) => void;

function visitTexts(node: YamlNode, visit: Visit, path: readonly string[] = []): void {
  if (node.kind === 'scalar') {
    if (typeof node.value === 'string') visit(node.value, path);
  } else if (node.kind === 'list')
    node.items.forEach((item, index) => visitTexts(item, visit, [...path, String(index)]));
  else for (const [key, { value }] of node.entries) visitTexts(value, visit, [...path, key]);
}

/**
 * The variables that a compose file uses, whatever their values.
 *
 * @param source - The file.
 * @throws RegisteredError `compose-invalid`
 */
export function composeVariables(source: ComposeSource): readonly ComposeVariable[] {
  const found = new Map<string, { required: boolean; readableFrom: { service: string; key: string }[] }>();
  const root = parsed(source);
  if (root?.kind !== 'map') return [];
  for (const [section, { value }] of root.entries) {
    // What stands there is used where it is referred to, and is met there.
    if (section.startsWith('x-')) continue;
    visitTexts(value, (text, [service = '', part, key]) => {
      for (const { name, required, whole } of variableUses(text)) {
        const variable = found.get(name) ?? { required: false, readableFrom: [] };
        found.set(name, variable);
        variable.required ||= required;
        if (whole && section === 'services' && part === 'environment' && key !== undefined) {
          variable.readableFrom.push({ service, key });
        }
      }
    });
  }
  return [...found].map(([name, variable]) => ({ name, ...variable }));
}

/**
 * The names of a compose file's services, whatever its variables.
 *
 * @param source - The file.
 * @throws RegisteredError `compose-invalid`
 */
export function composeServiceNames(source: ComposeSource): readonly string[] {
  const root = parsed(source);
  const services = root?.kind === 'map' ? root.entries.get('services')?.value : undefined;
  return services?.kind === 'map' ? [...services.entries.keys()] : [];
}
