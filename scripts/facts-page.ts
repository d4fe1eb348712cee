/** The page of the vocabulary of facts, from its data. */
import { factList } from '../src/estate/written-facts/index.ts';
import type { ListedFact } from '../src/estate/written-facts/index.ts';
import { halfLivesMs } from '../src/estate/index.ts';
import { formatDuration } from '../src/kernel/index.ts';

const subjects: Readonly<Record<ListedFact['subject'], string>> = {
  component: 'Of a component',
  edge: 'Of the calls of one component to another',
  operation: 'Of an operation',
  instance: 'Of an instance',
  estate: 'Of the estate as a whole',
};

const sentence = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;

const cell = (text: string): string => text.replaceAll('|', '\\|');

function memberRow({ name, keptAs, takes, isRequired, about }: ListedFact['members'][number]): string {
  const shown = name === '' ? 'the value' : `\`${name}\``;
  const meaning = name === '' ? '' : about;
  const kept = keptAs === undefined ? '' : `\`${keptAs}\``;
  return `| ${shown} | ${cell(meaning)} | ${cell(takes)} | ${isRequired ? 'required' : ''} | ${kept} |`;
}

function factPart({ name, about, kind, members, example }: ListedFact): readonly string[] {
  const told =
    example === undefined
      ? ['Only telemetry can tell it: no scenario gives it by hand.', '']
      : [
          '```yaml',
          example,
          '```',
          '',
          '| member | what it says | takes | | kept as |',
          '| --- | --- | --- | --- | --- |',
          ...members.map(memberRow),
          '',
        ];
  return [`### \`${name}\``, '', `${sentence(about)} Ages as ${kind}.`, '', ...told];
}

/** `docs/facts.md`, whole. */
export function factsPage(): string {
  const kinds = Object.keys(subjects) as ListedFact['subject'][];
  const lives = Object.entries(halfLivesMs).map(([kind, ms]) => `| ${kind} | ${formatDuration(ms)} |`);
  return [
    '<!-- Generated from src/estate/facts/ and src/estate/written-facts/ by `npm run generate`. -->',
    '',
    '# Facts',
    '',
    'The closed vocabulary of what can be known of an estate. Captures find these facts, scenarios tell them, and rules and',
    'models rest on nothing else. Each fact says of whom, what, how it is known (captured or declared), by which reading,',
    'where in it, and on how many observations it rests. `backlot facts NAME` shows one on a terminal.',
    '',
    'The examples are written as they stand below `facts` of a [scenario](scenario-format.md). A member whose name is kept',
    'with a unit is written without it and its value with one: `timeout: 300ms`; the kept name with a number is taken too:',
    '`timeoutMs: 300`. `[].nodes` is the member `nodes` of each of a list, `readiness.delay` the member `delay` of',
    '`readiness`. What is not required may be left out: then it is not known, unless its row says otherwise.',
    '',
    ...kinds.flatMap((subject) => [
      `## ${subjects[subject]}`,
      '',
      '| fact | what it says |',
      '| --- | --- |',
      ...factList
        .filter((fact) => fact.subject === subject)
        .map(({ name, about }) => `| [\`${name}\`](#${name}) | ${about} |`),
      '',
      ...factList.filter((fact) => fact.subject === subject).flatMap(factPart),
    ]),
    '## How facts age',
    '',
    'After one half-life a fact is worth half as much as when it was seen:',
    '',
    '| kind of fact | half-life |',
    '| --- | --- |',
    ...lives,
    '',
  ].join('\n');
}
