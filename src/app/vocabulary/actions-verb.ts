import { z } from 'zod';
import { actionEntry, actionNamed, actionNames } from '../../kernel/index.ts';
import { defineVerb } from '../verb.ts';
import { presentWords } from './present-words.ts';
import { familyOption, isChosen, tierOption } from './word-options.ts';
import { listedWord, wordSchema } from './word-schema.ts';

const actionSchema = wordSchema.extend({
  undo: z
    .strictObject({
      kind: z.enum(['action', 'previous-value', 'none']),
      action: z.string().nullable().describe('which one undoes it'),
      why: z.string().nullable().describe('why nothing does'),
    })
    .describe('what undoes it: an action, itself with the value of before, or nothing'),
  interrupts: z.string().nullable().describe('what it interrupts while it is done; null where it is not disruptive'),
});

type ListedAction = z.output<typeof actionSchema>;

const listed = actionNames.map((name): ListedAction => {
  const { undo, interrupts, ...entry } = actionEntry(name);
  return {
    ...listedWord('action', name, { ...entry, undo, interrupts }),
    undo: {
      kind: undo.kind,
      action: undo.kind === 'action' ? undo.action : null,
      why: undo.kind === 'none' ? undo.why : null,
    },
    interrupts,
  };
});

function undoText({ undo }: ListedAction): string {
  if (undo.kind === 'previous-value') return 'the same action with the value of before';
  return undo.action ?? `nothing: ${undo.why ?? ''}`;
}

/** `backlot actions`: what can be done to an estate, and how that is written. */
export const actionsVerb = defineVerb({
  path: ['actions'],
  summary: 'list the actions that change an estate, or show one with its parameters',
  description:
    'The vocabulary is closed: plans, runbooks and rehearsals use these names and no others. A parameter in brackets may ' +
    'be left out.',
  examples: [
    { line: 'backlot actions', does: 'lists all by family, with what each tier of the twin can run' },
    { line: 'backlot actions scale', does: 'shows one: parameters, an example to paste, what undoes it' },
    { line: 'backlot actions --tier replica-docker', does: 'lists those that can be rehearsed in real containers' },
  ],
  parameters: z.object({
    name: z.string().optional().describe('one action').meta({ positional: 0 }),
    family: familyOption(listed.map(({ family }) => family)),
    tier: tierOption,
  }),
  result: z.strictObject({ actions: z.array(actionSchema) }),
  run: ({ name, family, tier }) => {
    const wanted = name === undefined ? undefined : actionNamed(name, 'the argument name');
    return Promise.resolve({ actions: listed.filter((word) => isChosen(word, { name: wanted, family, tier })) });
  },
  present: ({ actions }) =>
    presentWords('backlot actions', actions, (action) => [
      { label: 'undone by', value: undoText(action) },
      { label: 'interrupts', value: action.interrupts ?? 'nothing' },
    ]),
});
