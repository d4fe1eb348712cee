/** The page of the vocabularies of actions and faults, from their data. */
import {
  acceptedOf,
  actionEntry,
  actionNames,
  exampleLine,
  faultEntry,
  faultNames,
  tierNames,
  valueNameOf,
} from '../src/kernel/index.ts';
import type { ActionEntry, FaultEntry } from '../src/kernel/index.ts';

type Entry = ReturnType<typeof actionEntry> | ReturnType<typeof faultEntry>;

const capitalised = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;

const sentence = (text: string): string => `${capitalised(text)}.`;

function parameterRows({ parameters }: Entry): readonly string[] {
  return Object.entries(parameters).map(([name, parameter]) => {
    const fallback = parameter.optional === true ? 'may be left out' : `\`${String(parameter.default)}\``;
    const isRequired = parameter.optional !== true && parameter.default === undefined;
    return `| \`${name}\` | ${parameter.about} | ${acceptedOf(parameter)} | ${isRequired ? 'required' : fallback} | \`${valueNameOf(name, parameter.quantity)}\` |`;
  });
}

function rulesOf({ atLeastOne, exactlyOne }: Entry): readonly string[] {
  return [
    ...(atLeastOne === undefined ? [] : [`At least one of ${atLeastOne.join(', ')} must be given.`]),
    ...(exactlyOne === undefined ? [] : [`Exactly one of ${exactlyOne.join(', ')} must be given.`]),
  ];
}

function tiersOf({ tiers, caveat }: Entry): string {
  const told = tierNames.map((tier) => `${tier} ${tiers[tier]}`).join(', ');
  return `Tiers: ${told}.${caveat === undefined ? '' : ` ${sentence(caveat)}`}`;
}

function wordPart(vocabulary: 'action' | 'fault', name: string, entry: Entry, more: readonly string[]): string {
  const rows = parameterRows(entry);
  return [
    `#### \`${name}\``,
    '',
    sentence(entry.about),
    '',
    `    ${exampleLine(vocabulary, name, entry)}`,
    '',
    ...(rows.length === 0
      ? []
      : ['| parameter | what it says | takes | else | read as |', '| --- | --- | --- | --- | --- |', ...rows, '']),
    ...[...rulesOf(entry), ...more, tiersOf(entry)].flatMap((line) => [`- ${line}`]),
    ...(entry.alsoKnownAs === undefined ? [] : [`- Others call it ${entry.alsoKnownAs.join(', ')}.`]),
    '',
  ].join('\n');
}

function undoLine({ undo }: ActionEntry): string {
  if (undo.kind === 'action') return `Undone by \`${undo.action}\`.`;
  if (undo.kind === 'previous-value') return 'Undone by the same action with the value of before.';
  return `Not undone: ${undo.why}.`;
}

const interruptsLine = ({ interrupts }: ActionEntry): string => `Interrupts ${interrupts ?? 'nothing'}.`;

function targetLine({ target, parameters }: FaultEntry): string {
  const lasts = parameters['for'] === undefined ? 'over at once' : 'lasts as long as `for` says, or until the end';
  return `Hits: ${target}; ${lasts}.`;
}

/** The parts of a vocabulary, each family under its heading. */
function families(parts: readonly { readonly family: string; readonly text: string }[]): readonly string[] {
  return [...new Set(parts.map(({ family }) => family))].flatMap((family) => [
    `### ${capitalised(family)}`,
    '',
    ...parts.filter((part) => part.family === family).map(({ text }) => text),
  ]);
}

/** `docs/vocabulary.md`, whole. */
export function vocabularyPage(): string {
  const actions = actionNames.map((name) => {
    const entry = actionEntry(name);
    return { family: entry.family, text: wordPart('action', name, entry, [undoLine(entry), interruptsLine(entry)]) };
  });
  const faults = faultNames.map((name) => {
    const entry = faultEntry(name);
    return { family: entry.family, text: wordPart('fault', name, entry, [targetLine(entry)]) };
  });
  return [
    '<!-- Generated from src/kernel/vocabulary/ by `npm run generate`. -->',
    '',
    '# Actions and faults',
    '',
    'Two closed vocabularies: what can be done to an estate, and what can go wrong with it. Plans, runbooks, scenarios and',
    'every tier of the twin use these words and no others. `backlot actions` and `backlot faults` list them too.',
    '',
    'In a file each is one flat mapping that names the word and gives its parameters. Durations, sizes, rates and',
    'percentages are strings with a unit; what is read of them is a number whose name has the unit (the last column). The',
    'unit `Ms` is milliseconds, a `Ratio` is from 0 to 1, and what may be a number or a share of all is read as',
    '`{ count: 1 }` or `{ share: 0.25 }`. A name that is unknown, or a parameter that is unknown, missing or malformed, is',
    'refused with its place and what is accepted.',
    '',
    'For each word the tiers say what they can run by what they are: preflight is rules over facts, model a simulation,',
    'replica-docker and replica-kubernetes real containers. What a tier really ran is in the coverage that it reports.',
    '',
    'Faults of calls hit the calls to `component`, or with `from` only those from one caller. Settings of calls belong to',
    'the caller: there `component` is who calls, and `to` who is called. Something that changes over time, such as a',
    'dependency that first is slow and then down, is several faults, each with its own time.',
    '',
    '## Actions',
    '',
    ...families(actions),
    '## Faults',
    '',
    ...families(faults),
  ].join('\n');
}
