import { scenarioResultsSchema } from './scenario-results.ts';
import type { ScenarioResults } from './scenario-results.ts';
import { line } from './section.ts';
import type { EvaluationSection } from './section.ts';

type Scenario = ScenarioResults['scenarios'][number];
type Member = Scenario['members'][number];

const isRight = ({ members }: Scenario): boolean => members.every(({ wrong }) => wrong.length === 0);

function rowsOf({ id, members }: Scenario): readonly string[] {
  return members.map(({ name, said, carriedBy, expected, wrong }, at) =>
    line([at === 0 ? id : '', name, said, carriedBy, expected, wrong.length === 0 ? 'right' : '**not right**']),
  );
}

/** What carries it, in the words that the operator gets. */
const reasonsOf = ({ id, title, source, members }: Scenario): readonly string[] => [
  `**${id}** ${title}${source === null ? '' : ` (${source})`}`,
  '',
  ...members.map(({ name, said, reason }) => `- ${name}: ${said}. ${reason.replaceAll(/\s*\n\s*/g, ' ')}`),
  '',
];

const listOf = (scenarios: readonly Scenario[], textsOf: (member: Member) => readonly string[]): readonly string[] =>
  scenarios.flatMap(({ id, members }) =>
    members.flatMap((member) => textsOf(member).map((text) => `- ${id}, ${member.name}: ${text}`)),
  );

function chosenOf(scenarios: readonly Scenario[]): readonly string[] {
  const some = scenarios.filter(({ chosen }) => chosen.length > 0);
  if (some.length === 0) return [];
  return [
    '### Figures that were chosen',
    '',
    `In ${some.length} of these the source does not tell every figure that decides; what was put in its place was chosen so that`,
    'the case is what the source tells, and is right by that as much as by the rules:',
    '',
    ...some.flatMap(({ id, chosen }) => chosen.map((text) => `- ${id}: ${text}`)),
    '',
  ];
}

function page(title: string, about: string, { scenarios }: ScenarioResults): string {
  const right = scenarios.filter(isRight).length;
  const members = scenarios.flatMap((scenario) => scenario.members);
  const asked = members.filter(({ agree }) => agree !== null);
  const wrong = listOf(scenarios, ({ wrong: why }) => why);
  const apart = listOf(scenarios, ({ agree, said, reason }) => (agree === false ? [`${said}. ${reason}`] : []));
  return [
    `## ${title}`,
    '',
    about,
    '',
    `${right} of ${scenarios.length} scenarios are right in every member; ${members.filter((member) => member.wrong.length === 0).length} of ${members.length} members are.`,
    `The simulation could be asked about ${asked.length} of them beside the rules, and says as they do whether something is`,
    `wrong in ${asked.filter(({ agree }) => agree).length}.`,
    '',
    line(['scenario', 'member', 'said', 'carried by', 'expected', '']),
    line(['---', '---', '---', '---', '---', '---']),
    ...scenarios.flatMap(rowsOf),
    '',
    ...chosenOf(scenarios),
    '### Not right',
    '',
    ...(wrong.length === 0 ? ['None.'] : wrong),
    '',
    ...(apart.length === 0
      ? []
      : ['### Where rules and simulation differ on whether something is wrong', '', ...apart, '']),
    '### What the operator is told',
    '',
    ...scenarios.flatMap(reasonsOf),
  ].join('\n');
}

/**
 * The part of the page about one folder of scenarios.
 *
 * @param file - Of its results.
 * @param title - Its heading.
 * @param about - What these scenarios are.
 */
export const scenariosSection = (file: string, title: string, about: string): EvaluationSection => ({
  file,
  page: (results) => page(title, about, scenarioResultsSchema.parse(results)),
});
