import { nezhaResultsSchema } from './nezha-results.ts';
import type { NezhaResults } from './nezha-results.ts';
import { table } from './section.ts';
import type { EvaluationSection } from './section.ts';

type Row = NezhaResults['rows'][number];
type Case = NezhaResults['cases'][number];

const hits = ({ top1, top3 }: Row['place'], count: number): string => `${top1}/${count}, ${top3}/${count}`;

const rowCells = (row: Row): readonly string[] => [
  row.system,
  row.faultType,
  hits(row.selfTime, row.cases),
  hits(row.component, row.cases),
  hits(row.place, row.cases),
  String(row.unknown),
];

const headings = ['system', 'fault', 'self time', 'component', 'component or edge', 'unknown'] as const;

const tableOf = (rows: readonly Row[]): readonly string[] => table(headings, rows.map(rowCells));

const sumOf = (rows: readonly Row[], count: (row: Row) => number): number =>
  rows.reduce((sum, row) => sum + count(row), 0);

const wrongLine = ({ id, faultType, component, answer, componentRank }: Case): string =>
  `- ${id}, ${faultType} in ${component}: ${answer ?? 'unknown'}${componentRank === null ? '; the component is not among the suspects' : `; the component is the ${componentRank}. of the components`}`;

function page({ rows, halves, cases }: NezhaResults): string {
  const total = sumOf(rows, (row) => row.cases);
  const wrong = cases.filter(({ componentRank }) => componentRank !== 1);
  return [
    '## Where an injected fault is',
    '',
    `${total} faults that were injected into two microservice systems (Nezha, ESEC/FSE 2023;`,
    '<https://github.com/IntelligentDDS/Nezha>), each with one recorded minute of traces and the metrics of the day. The',
    'diagnosis is told when the symptom began and which minute was recorded, not what was injected or where, and has what was',
    'recorded at other times of the same day, other faults among it, also without their labels. `backlot eval nezha FOLDER`',
    'runs it; [the decision](decisions/2026-12-01-diagnosis-by-counterfactual.md) says how it works.',
    '',
    'The label of a fault is the component that it was injected into; delays are injected into its network interface, so that',
    'they are on every edge that touches it. Two readings are counted. **Component**: edges are left out of the ranking, and the',
    'component itself has to be named. **Component or edge**: both are ranked together, and an edge is right where it touches the',
    'component. **Self time** ranks components by how many times their own time in a mean request grew from fault-free minutes,',
    'on the same cases. Each cell: right first, right among the first three. What is unknown counts as wrong.',
    '',
    ...tableOf(rows),
    `By component ${sumOf(rows, (row) => row.component.top1)} of ${total} are right first, by component or edge ${sumOf(rows, (row) => row.place.top1)}, by self time ${sumOf(rows, (row) => row.selfTime.top1)}.`,
    '',
    '### The half that was looked at last',
    '',
    'The cases are told apart by a hash of their id. The method was developed on one half:',
    '',
    ...tableOf(halves.developed),
    'and this half was looked at when it was done:',
    '',
    ...tableOf(halves.held),
    '### Not found first',
    '',
    ...(wrong.length === 0 ? ['None.'] : wrong.map(wrongLine)),
    '',
  ].join('\n');
}

/** The part of the page about recorded faults whose place is known. */
export const nezhaSection: EvaluationSection = {
  file: 'nezha.json',
  page: (results) => page(nezhaResultsSchema.parse(results)),
};
