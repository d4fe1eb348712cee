import { FileProblems } from '../../../twin/prediction/what-if/index.ts';
import { configuredValue } from '../../estate/written-facts/index.ts';
import type { ConfiguredValue } from '../../estate/written-facts/index.ts';
import { formatPlace, parseYaml, plainValue, readAction, RegisteredError } from '../../kernel/index.ts';
import type { Action, ErrorDetails, YamlNode } from '../../kernel/index.ts';

/** What a person may write: `- { action: scale, component: checkout, replicas: 3 }`. */
const accepted = 'a list of actions, such as "- { action: scale, component: checkout, replicas: 3 }" (backlot actions)';

/** An action of a change, and where it stands. */
export interface PlacedAction {
  readonly action: Action;
  /** The same as the file has it. */
  readonly written: Readonly<Record<string, unknown>>;
  /** `change.yaml:3:5`. */
  readonly place: string;
}

type Problem = ErrorDetails<'change-invalid'>['problems'][number];

function actionsOf(node: YamlNode | undefined): readonly YamlNode[] | undefined {
  if (node?.kind === 'list') return node.items;
  if (node?.kind !== 'map') return undefined;
  const actions = node.entries.get('actions')?.value;
  if (actions !== undefined) return node.entries.size === 1 ? actionsOf(actions) : undefined;
  return node.entries.has('action') ? [node] : undefined;
}

/** Where a parameter of an action stands; the action itself where it is missing. */
function placeOf(node: YamlNode, parameter: string): string {
  const value = node.kind === 'map' ? node.entries.get(parameter)?.value : undefined;
  return formatPlace((value ?? node).place);
}

/** What is wrong with one action, as the vocabulary refuses it, each with its line. */
function problemsOf(thrown: unknown, node: YamlNode, at: number): readonly Problem[] {
  if (!(thrown instanceof RegisteredError)) throw thrown;
  const error = thrown as RegisteredError;
  if (error.code === 'vocabulary-name-unknown') {
    const { name, similar } = error.details as ErrorDetails<'vocabulary-name-unknown'>;
    const found = `the unknown action ${name}`;
    const would = `those of the vocabulary, most like it ${similar.join(', ')}`;
    return [{ place: placeOf(node, 'action'), key: `${at}.action`, found, accepted: would }];
  }
  if (error.code !== 'vocabulary-entry-invalid') throw error;
  const { problems } = error.details as ErrorDetails<'vocabulary-entry-invalid'>;
  return problems.map(({ parameter, found, accepted: would }) => {
    const key = parameter === '' ? String(at) : `${at}.${parameter}`;
    return { place: placeOf(node, parameter), key, found, accepted: would };
  });
}

/** What is wrong with the value of a `configure`, each with its line. */
function problemsOfValue(
  { issues, schema, value }: Extract<ConfiguredValue, { readonly issues: unknown }>,
  node: YamlNode,
  file: string,
  at: number,
): readonly Problem[] {
  const own = new FileProblems(file, node);
  own.tellIssues(issues, value, schema, (path) => ['value', ...path]);
  return own.problems.map((problem) => ({ ...problem, key: `${at}.${problem.key}` }));
}

/**
 * Reads a change: a list of actions of the vocabulary, in YAML or JSON; what `configure` sets is written as facts are
 * (docs/facts.md).
 *
 * @param text - The file.
 * @param file - How it is called in errors.
 * @throws RegisteredError `change-invalid` with every mistake, each with its place
 */
export function readChange(text: string, file: string): readonly PlacedAction[] {
  const reading = parseYaml(text, file);
  if (reading.problem !== undefined) {
    const { place, found, accepted: would } = reading.problem;
    const problems = [{ place: formatPlace(place), key: '', found, accepted: would }];
    throw new RegisteredError('change-invalid', { problems });
  }
  const [document] = reading.documents;
  const nodes = actionsOf(document);
  if (nodes === undefined || nodes.length === 0 || reading.documents.length > 1) {
    const place = document === undefined ? file : formatPlace(document.place);
    const found = document === undefined ? 'nothing' : 'something else';
    throw new RegisteredError('change-invalid', { problems: [{ place, key: '', found, accepted }] });
  }
  const problems: Problem[] = [];
  const actions = nodes.flatMap((node, at): PlacedAction[] => {
    const place = formatPlace(node.place);
    const read = configuredValue(plainValue(node));
    if ('issues' in read) {
      problems.push(...problemsOfValue(read, node, file, at));
      return [];
    }
    try {
      const { written } = read;
      return [{ action: readAction(written, place), written, place }];
    } catch (thrown) {
      problems.push(...problemsOf(thrown, node, at));
      return [];
    }
  });
  if (problems.length > 0) throw new RegisteredError('change-invalid', { problems });
  return actions;
}
