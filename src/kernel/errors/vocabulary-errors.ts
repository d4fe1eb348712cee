import { entry } from './entry.ts';
import type { ModelProblem } from './model-errors.ts';

/** One mistake in an action or a fault. */
export interface VocabularyProblem {
  /** The parameter as it stands in the file; empty for the whole. */
  readonly parameter: string;
  readonly found: string;
  readonly accepted: string;
}

/** One thing that an action or a fault names, and that the estate has not. */
export interface UnknownThing {
  readonly place: string;
  /** The action or fault: `drain-node`. */
  readonly word: string;
  /** What kind of thing is named: `node`, `call`. */
  readonly kind: string;
  /** The name; of a call both ends: `checkout → ledger`. */
  readonly name: string;
  /** The component that it should belong to; absent where to the estate as a whole. */
  readonly of?: string;
  /** Of the names that there are, those that are most like it, best first. */
  readonly similar: readonly string[];
  readonly count: number;
}

/** What can be wrong with an action or a fault in a file. */
export const vocabularyErrors = {
  'vocabulary-name-unknown': entry<{
    readonly place: string;
    readonly vocabulary: 'action' | 'fault' | 'fact';
    readonly name: string;
    /** Of the names that there are, those that are most like it, best first. */
    readonly similar: readonly string[];
  }>({
    category: 'operator',
    httpStatus: 400,
    when: 'An action, a fault or a fact is named that the vocabulary does not have.',
    example: { place: 'change.yaml:12:5', vocabulary: 'action', name: 'scael', similar: ['scale', 'set-image'] },
    message: ({ place, vocabulary, name, similar }) =>
      `${place}: found the unknown ${vocabulary} ${name}; accepted: those of the vocabulary, most like it ${similar.join(', ')}`,
    remedy: ({ vocabulary, similar }) =>
      `Write the name as the vocabulary has it: \`backlot ${vocabulary}s\` lists all, \`backlot ${vocabulary}s ${similar[0] ?? ''}\` shows one with its parameters.`,
  }),
  'vocabulary-entry-invalid': entry<{
    readonly place: string;
    readonly vocabulary: 'action' | 'fault';
    /** Empty where even that is missing. */
    readonly name: string;
    readonly problems: readonly VocabularyProblem[];
  }>({
    category: 'operator',
    httpStatus: 400,
    when: 'An action or a fault has parameters that are unknown, missing or malformed. All are listed at once.',
    example: {
      place: 'change.yaml:12:5',
      vocabulary: 'action',
      name: 'scale',
      problems: [{ parameter: 'replicas', found: '"three"', accepted: 'a whole number from 0 to 100000' }],
    },
    message: ({ place, vocabulary, name, problems }) =>
      [
        `${place}: the ${vocabulary}${name === '' ? '' : ` ${name}`} has ${problems.length === 1 ? 'a mistake' : `${problems.length} mistakes`}:`,
        ...problems.map(
          ({ parameter, found, accepted }) =>
            `  ${parameter === '' ? '' : `${parameter}: `}found ${found}; accepted: ${accepted}`,
        ),
      ].join('\n'),
    remedy: ({ vocabulary, name }) =>
      name === ''
        ? `Write one as a mapping that names it; \`backlot ${vocabulary}s\` lists all.`
        : `Correct each parameter named above; \`backlot ${vocabulary}s ${name}\` shows what it takes, with an example.`,
  }),
  'change-names-unknown': entry<{ readonly things: readonly UnknownThing[] }>({
    category: 'operator',
    httpStatus: 400,
    when: 'An action or a fault names something that the estate does not have. All of them are listed at once.',
    example: {
      things: [
        {
          place: 'change.yaml:3:3',
          word: 'drain-node',
          kind: 'node',
          name: 'node-9',
          similar: ['node-1', 'node-2'],
          count: 3,
        },
      ],
    },
    message: ({ things }) =>
      things
        .map(
          ({ place, word, kind, name, of, similar, count }) =>
            `${place}: ${word} names the ${kind} ${name}, which ${of === undefined ? 'the estate' : of} does not have${
              count === 0 ? `; it has no ${kind} at all` : `; of its ${count}, most like it: ${similar.join(', ')}`
            }`,
        )
        .join('\n'),
    remedy: () =>
      'Name what it has: `backlot estate show COMPONENT` lists what is known of one. Where the name is right, the facts are not: capture the estate again.',
  }),
  'change-invalid': entry<{ readonly problems: readonly ModelProblem[] }>({
    category: 'operator',
    httpStatus: 400,
    when: 'A file that should say what is to be done is no list of actions, or actions of it are none. All mistakes are listed at once.',
    example: {
      problems: [
        {
          place: 'change.yaml:2:11',
          key: '1.action',
          found: 'the unknown action scael',
          accepted: 'those of the vocabulary, most like it scale',
        },
        { place: 'change.yaml:3:44', key: '2.replicas', found: '"three"', accepted: 'a whole number from 0 to 100000' },
      ],
    },
    message: ({ problems }) =>
      [
        problems.length === 1 ? 'the change has a mistake:' : `the change has ${problems.length} mistakes:`,
        ...problems.map(
          ({ place, key, found, accepted }) =>
            `  ${place}: ${key === '' ? '' : `${key}: `}found ${found}; accepted: ${accepted}`,
        ),
      ].join('\n'),
    remedy: () => 'Write one action a line: `backlot actions` lists all, `backlot actions scale` shows one.',
  }),
} as const;
