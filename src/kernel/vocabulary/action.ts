import { callActions } from './actions/calls.ts';
import { capacityActions } from './actions/capacity.ts';
import { dataActions } from './actions/data.ts';
import { lifecycleActions } from './actions/lifecycle.ts';
import { nodeActions } from './actions/nodes.ts';
import { peopleActions } from './actions/people.ts';
import { releaseActions } from './actions/release.ts';
import { trafficActions } from './actions/traffic.ts';
import type { ActionEntry } from './action-entry.ts';
import type { ValuesOf } from './parameter.ts';
import { readWord } from './read-word.ts';
import type { InFamily } from './word.ts';
import { wordNamed } from './word-named.ts';

/** The closed vocabulary of what can be done to an estate. */
const actions = {
  ...capacityActions,
  ...releaseActions,
  ...lifecycleActions,
  ...callActions,
  ...trafficActions,
  ...nodeActions,
  ...dataActions,
  ...peopleActions,
} as const;

/** The name of an action: `scale`. */
export type ActionName = keyof typeof actions;

/** One action with its values, units in their names: `ActionOf<'scale'>` is `{ kind: 'scale', component, replicas }`. */
export type ActionOf<Name extends ActionName> = {
  readonly [Kind in Name]: { readonly kind: Kind } & ValuesOf<(typeof actions)[Kind]['parameters']>;
}[Name];

/** Any action with its values; `kind` tells which. */
export type Action = ActionOf<ActionName>;

/** All actions, in the order of their families. */
export const actionNames = Object.keys(actions) as readonly ActionName[];

/**
 * What an action means, what it takes, what undoes it and who can rehearse it.
 *
 * @param name - The action.
 */
export function actionEntry(name: ActionName): InFamily<ActionEntry, string> {
  return actions[name];
}

/**
 * The action that a person named.
 *
 * @param written - What they wrote.
 * @param place - Where, for messages.
 * @throws RegisteredError `vocabulary-name-unknown`, with the names most like it
 */
export function actionNamed(written: string, place: string): ActionName {
  return wordNamed('action', actions, written, place).name;
}

/**
 * Reads an action as it stands in a file: `{ action: scale, component: checkout, replicas: 3 }`.
 *
 * @param given - What stands there, as plain data.
 * @param place - Where it stands, for messages: `change.yaml:12:5`.
 * @returns The action with its defaults, quantities as numbers under names with their units.
 * @throws RegisteredError `vocabulary-name-unknown`, `vocabulary-entry-invalid`
 */
export function readAction(given: unknown, place: string): Action {
  // The values are checked against the very entry that the type is derived from.
  return readWord('action', actions, given, place) as unknown as Action;
}
