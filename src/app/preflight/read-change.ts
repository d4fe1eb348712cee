import { formatPlace, parseYaml, plainValue, readAction, RegisteredError } from '../../kernel/index.ts';
import type { Action, YamlNode } from '../../kernel/index.ts';

/** What a person may write: `- { action: scale, component: checkout, replicas: 3 }`. */
const accepted = 'a list of actions, such as "- { action: scale, component: checkout, replicas: 3 }" (backlot actions)';

function actionsOf(node: YamlNode | undefined): readonly YamlNode[] | undefined {
  if (node?.kind === 'list') return node.items;
  if (node?.kind !== 'map') return undefined;
  const actions = node.entries.get('actions')?.value;
  if (actions !== undefined) return node.entries.size === 1 ? actionsOf(actions) : undefined;
  return node.entries.has('action') ? [node] : undefined;
}

/** What is to be done. */
export interface Change {
  readonly actions: readonly Action[];
  /** The same as the file has them. */
  readonly written: readonly Readonly<Record<string, unknown>>[];
  /** Where each stands. */
  readonly places: readonly string[];
}

/**
 * Reads a change: a list of actions of the vocabulary, in YAML or JSON.
 *
 * @param text - The file.
 * @param file - How it is called in errors.
 * @throws RegisteredError `change-invalid`, `vocabulary-name-unknown`, `vocabulary-entry-invalid`
 */
export function readChange(text: string, file: string): Change {
  const reading = parseYaml(text, file);
  if (reading.problem !== undefined) {
    const { place, found, accepted: would } = reading.problem;
    throw new RegisteredError('change-invalid', { place: formatPlace(place), found, accepted: would });
  }
  const [document] = reading.documents;
  const actions = actionsOf(document);
  if (actions === undefined || actions.length === 0 || reading.documents.length > 1) {
    const place = document === undefined ? file : formatPlace(document.place);
    const found = document === undefined ? 'nothing' : 'something else';
    throw new RegisteredError('change-invalid', { place, found, accepted });
  }
  const places = actions.map(({ place }) => formatPlace(place));
  const written = actions.map((action) => plainValue(action) as Change['written'][number]);
  return { actions: written.map((action, at) => readAction(action, places[at] ?? file)), written, places };
}
