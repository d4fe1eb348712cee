import { verdictTone } from '../../../src/app/index.ts';
import type { Document, Text, Tone } from '../../../src/app/index.ts';
import type { StoriesResult } from './stories-result.ts';

type Scenario = StoriesResult['scenarios'][number];
type Member = Scenario['members'][number];

const effectTone: Readonly<Record<NonNullable<Member['remedy']>, Tone>> = {
  works: 'good',
  partly: 'warn',
  fails: 'bad',
  unknown: 'quiet',
};

/** What is said of a member: of a remedy what it does, else the verdict. */
export const saidOf = ({ verdict, remedy }: Member): string => (remedy === null ? verdict : `remedy ${remedy}`);

/** What is expected of a member, in the same words. */
export const expectedOf = ({ expected, remedy }: Member): string =>
  remedy === null || expected.remedy === null
    ? (expected.verdict ?? []).join(' or ')
    : `remedy ${expected.remedy.join(' or ')}`;

/** Which tier and mechanism carries it. */
export const carrierOf = ({ carriedBy }: Member): string =>
  carriedBy === null ? '' : `${carriedBy.tier}: ${carriedBy.mechanism}`;

function rowsOf({ id, members }: Scenario): readonly (readonly Text[])[] {
  return members.map((member, at): readonly Text[] => [
    at === 0 ? { text: id, tone: 'strong' } : '',
    member.name,
    { text: saidOf(member), tone: member.remedy === null ? verdictTone[member.verdict] : effectTone[member.remedy] },
    carrierOf(member),
    expectedOf(member),
    member.isRight ? { text: 'right', tone: 'good' } : { text: 'not right', tone: 'bad' },
  ]);
}

/** Where models were to be written: each with its file, or what it lacks. */
function modelBlocks(scenarios: readonly Scenario[]): Document {
  const items = scenarios.flatMap(({ id, members }) =>
    members.flatMap(({ name, modelFile, tiers }): Text[] => {
      if (modelFile === undefined) return [];
      const lacks = tiers.find(({ tier }) => tier === 'model')?.missing ?? [];
      return [`${id}, ${name}: ${modelFile ?? `no model; to be told: ${lacks.join('; ') || 'what happens in it'}`}`];
    }),
  );
  return items.length === 0
    ? []
    : [
        { kind: 'heading', text: 'Models' },
        { kind: 'list', items },
      ];
}

const percent = (ratio: number): string => `${(ratio * 100).toFixed(0)} %`;

/**
 * Says how scenarios came out.
 *
 * @param result - Of a folder.
 */
export function presentStories({
  folder,
  scenarios,
  right,
  rightRatio,
  stoppedEarly,
  refused = [],
}: StoriesResult): Document {
  const reasons = scenarios.flatMap(({ id, members }) =>
    members
      .filter((member) => member.carriedBy !== null || member.verdict === 'unknown')
      .map((member): Text => `${id}, ${member.name}: ${member.reason}`),
  );
  const wrong = scenarios.flatMap(({ id, members }) =>
    members.flatMap((member) => member.wrong.map((why): Text => `${id}, ${member.name}: ${why}`)),
  );
  const apart = scenarios.flatMap(({ id, members }) =>
    members.filter(({ agree }) => agree === false).map(({ name }): Text => `${id}, ${name}`),
  );
  return [
    { kind: 'heading', text: `Scenarios of ${folder}` },
    {
      kind: 'table',
      columns: ['scenario', 'member', 'said', 'carried by', 'expected', ''].map((heading) => ({ heading })),
      rows: scenarios.flatMap(rowsOf),
    },
    ...(reasons.length === 0
      ? []
      : ([
          { kind: 'heading', text: 'Why' },
          { kind: 'list', items: reasons },
        ] satisfies Document)),
    ...(wrong.length === 0
      ? []
      : ([
          { kind: 'heading', text: 'Not right' },
          { kind: 'list', items: wrong },
        ] satisfies Document)),
    ...(apart.length === 0
      ? []
      : ([
          { kind: 'heading', text: 'Where the rules and the model differ on whether something is wrong' },
          { kind: 'list', items: apart },
        ] satisfies Document)),
    ...modelBlocks(scenarios),
    ...(refused.length === 0
      ? []
      : ([
          { kind: 'heading', text: 'Not run' },
          { kind: 'list', items: refused.map(({ file, message }): Text => `${file}: ${message}`) },
        ] satisfies Document)),
    {
      kind: 'paragraph',
      text: {
        text: `${right} of ${scenarios.length} scenarios are right in every member${rightRatio === null ? '' : ` (${percent(rightRatio)})`}${stoppedEarly ? '; it was ended before the others' : ''}${refused.length === 0 ? '' : `; not run: ${refused.map(({ file }) => file).join(', ')}`}`,
        tone: right === scenarios.length && refused.length === 0 ? 'good' : 'warn',
      },
    },
  ];
}
