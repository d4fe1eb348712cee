import type { Block, Document, Text } from '../document.ts';
import type { FactsResult } from './facts-result.ts';

type Fact = FactsResult['facts'][number];

/** What each kind of subject is called where facts are listed by it. */
const subjectNames: Readonly<Record<Fact['subject'], string>> = {
  component: 'of a component',
  edge: 'of the calls of one component to another',
  operation: 'of an operation',
  instance: 'of an instance',
  estate: 'of the estate as a whole',
};

const sentence = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;

/** Marks that are for a page only. */
const plain = (text: string): string => text.replaceAll('`', '');

const membersText = ({ members }: Fact): string => {
  const top = members.filter(({ name }) => name !== '' && !/[.]/.test(name.replace(/^\[\]\./, '')));
  return top.map(({ name, required }) => (required ? name : `[${name}]`)).join(', ') || '-';
};

function subjectTable(subject: Fact['subject'], facts: readonly Fact[]): Block[] {
  return [
    { kind: 'heading', text: subjectNames[subject] },
    {
      kind: 'table',
      columns: [{ heading: 'name' }, { heading: 'what it says' }, { heading: 'members' }],
      rows: facts.map((fact): readonly Text[] => [
        { text: fact.name, tone: 'strong' },
        plain(fact.about),
        { text: membersText(fact).replaceAll('[].', ''), tone: 'quiet' },
      ]),
    },
  ];
}

function factBlocks({ name, subject, about, kind, members, example }: Fact): Document {
  return [
    { kind: 'heading', text: `${name} (${subjectNames[subject]})` },
    { kind: 'paragraph', text: sentence(plain(about)) },
    ...(example === null
      ? ([{ kind: 'paragraph', text: 'Only telemetry can tell it: no scenario gives it by hand.' }] satisfies Block[])
      : ([
          { kind: 'code', text: example },
          {
            kind: 'table',
            columns: [
              { heading: 'member' },
              { heading: 'what it says' },
              { heading: 'takes' },
              { heading: '' },
              { heading: 'kept as' },
            ],
            rows: members.map((member): readonly Text[] => [
              member.name === '' ? 'the value' : member.name,
              member.name === '' ? '' : plain(member.about),
              plain(member.takes),
              member.required ? { text: 'required', tone: 'strong' } : '',
              { text: member.keptAs ?? '', tone: 'quiet' },
            ]),
          },
        ] satisfies Block[])),
    { kind: 'fields', fields: [{ label: 'ages as', value: kind }] },
  ];
}

/**
 * Says facts to a person: one of them in full, several as a table for each kind of subject.
 *
 * @param result - The facts.
 */
export function presentFacts({ facts }: FactsResult): Document {
  const [first, ...more] = facts;
  if (first === undefined) return [{ kind: 'paragraph', text: 'That fact is said of something else.' }];
  if (more.length === 0) return factBlocks(first);
  return [
    ...[...new Set(facts.map(({ subject }) => subject))].flatMap((subject) =>
      subjectTable(
        subject,
        facts.filter((fact) => fact.subject === subject),
      ),
    ),
    {
      kind: 'paragraph',
      text: 'A member in brackets may be left out. `backlot facts NAME` shows one with its units and an example.',
    },
  ];
}
