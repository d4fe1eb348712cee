import { tierNames } from '../../kernel/index.ts';
import type { Block, Document, Text, Tone } from '../document.ts';
import type { ListedWord } from './word-schema.ts';

/** A line that says something of one word alone. */
interface Field {
  readonly label: string;
  readonly value: Text;
}

const toneOfAbility: Readonly<Record<ListedWord['tiers'][keyof ListedWord['tiers']], Tone>> = {
  yes: 'good',
  partly: 'warn',
  no: 'quiet',
};

/** `component, replicas, [for]`: in brackets what may be left out. */
const parametersText = ({ parameters }: ListedWord): string =>
  parameters.map(({ name, required }) => (required ? name : `[${name}]`)).join(', ') || '-';

const tiersOf = ({ tiers }: ListedWord): Text[] =>
  tierNames.map((tier) => ({ text: tiers[tier], tone: toneOfAbility[tiers[tier]] }));

function familyTable(family: string, words: readonly ListedWord[]): Block[] {
  return [
    { kind: 'heading', text: family },
    {
      kind: 'table',
      columns: [
        { heading: 'name' },
        { heading: 'what it does' },
        { heading: 'parameters' },
        ...tierNames.map((heading) => ({ heading })),
      ],
      rows: words.map((word) => [
        { text: word.name, tone: 'strong' },
        word.about,
        { text: parametersText(word), tone: 'quiet' },
        ...tiersOf(word),
      ]),
    },
  ];
}

const sentence = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;

function wordBlocks(word: ListedWord, fields: readonly Field[]): Document {
  const { name, family, about, alsoKnownAs, parameters, atLeastOne, exactlyOne, caveat, exampleLine } = word;
  return [
    { kind: 'heading', text: `${name} (${family})` },
    { kind: 'paragraph', text: sentence(about) },
    { kind: 'code', text: exampleLine },
    ...(parameters.length === 0
      ? []
      : ([
          {
            kind: 'table',
            columns: [
              { heading: 'parameter' },
              { heading: 'what it says' },
              { heading: 'takes' },
              { heading: 'default' },
            ],
            rows: parameters.map((parameter) => [
              parameter.name,
              parameter.about,
              parameter.accepted,
              parameter.required ? { text: 'required', tone: 'strong' } : String(parameter.default ?? '-'),
            ]),
          },
        ] satisfies Block[])),
    {
      kind: 'fields',
      fields: [
        ...(atLeastOne.length === 0 ? [] : [{ label: 'at least one of', value: atLeastOne.join(', ') }]),
        ...(exactlyOne.length === 0 ? [] : [{ label: 'exactly one of', value: exactlyOne.join(', ') }]),
        ...fields,
        ...tierNames.map((tier, at) => ({ label: tier, value: tiersOf(word)[at] ?? '' })),
        ...(caveat === null ? [] : [{ label: 'caveat', value: caveat }]),
        ...(alsoKnownAs.length === 0 ? [] : [{ label: 'others call it', value: alsoKnownAs.join(', ') }]),
      ],
    },
  ];
}

/**
 * Says a list of words to a person: one of them in full, several as a table of each family.
 *
 * @param verb - The verb that shows one in full: `backlot actions`.
 * @param words - The words.
 * @param fieldsOf - What is said of one in full beside what all have.
 */
export function presentWords<Listed extends ListedWord>(
  verb: string,
  words: readonly Listed[],
  fieldsOf: (word: Listed) => readonly Field[],
): Document {
  const [first, ...more] = words;
  if (first === undefined) return [{ kind: 'paragraph', text: 'None is of that family and can be run by that tier.' }];
  if (more.length === 0) return wordBlocks(first, fieldsOf(first));
  const families = [...new Set(words.map(({ family }) => family))];
  return [
    ...families.flatMap((family) =>
      familyTable(
        family,
        words.filter((word) => word.family === family),
      ),
    ),
    {
      kind: 'paragraph',
      text: `A parameter in brackets may be left out. \`${verb} NAME\` shows one with an example, and what a tier leaves out.`,
    },
  ];
}
