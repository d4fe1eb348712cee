import type { Document, Text } from '../../../src/app/index.ts';
import type { NezhaResult } from './nezha-result.ts';

type Row = NezhaResult['rows'][number];
type Case = NezhaResult['cases'][number];

const hits = ({ top1, top3 }: Row['place'], cases: number): string => `${top1}/${cases}, ${top3}/${cases}`;

const headings = ['system', 'fault', 'self time', 'component', 'component or edge', 'unknown'] as const;

const rowOf = (row: Row): readonly Text[] => [
  row.system,
  { text: row.faultType, tone: 'strong' },
  hits(row.selfTime, row.cases),
  hits(row.component, row.cases),
  hits(row.place, row.cases),
  String(row.unknown),
];

/** What speaks for a suspect, the strongest first. */
function evidenceOf({ suspects: [first] }: Case): string {
  if (first === undefined) return 'nothing';
  const { time, plan, withheld, processor } = first;
  const parts = Object.entries({ time, plan, withheld, processor }).filter(([, value]) => value > 0);
  return parts
    .sort(([, one], [, other]) => other - one)
    .map(([name, value]) => `${name} ${value.toFixed(2)}`)
    .join(', ');
}

const caseRow = (each: Case): readonly Text[] => [
  each.id,
  each.faultType,
  each.component,
  { text: each.answer ?? 'unknown', tone: each.placeRank === 1 ? 'good' : each.answer === null ? 'quiet' : 'bad' },
  evidenceOf(each),
  each.componentRank === null ? '' : String(each.componentRank),
];

const columns = (names: readonly string[]): { readonly heading: string }[] => names.map((heading) => ({ heading }));

/**
 * Says how the cases of a folder came out.
 *
 * @param result - Of the folder.
 */
export function presentNezha({ folder, rows, halves, cases, stoppedEarly }: NezhaResult): Document {
  const table = (title: string, some: readonly Row[]): Document =>
    some.length === 0
      ? []
      : [
          { kind: 'heading', text: title },
          { kind: 'table', columns: columns(headings), rows: some.map(rowOf) },
        ];
  const answered = cases.filter(({ placeRank }) => placeRank === 1).length;
  return [
    ...table(`Faults of ${folder}: right first, right among the first three`, rows),
    ...table('Of these, the half that the method was developed on', halves.developed),
    ...table('The half that was looked at last', halves.held),
    { kind: 'heading', text: 'Cases' },
    {
      kind: 'table',
      columns: columns(['case', 'fault', 'injected into', 'answer', 'for it', 'rank']),
      rows: cases.map(caseRow),
    },
    {
      kind: 'paragraph',
      text: `${answered} of ${cases.length} answers name the component or an edge of it${stoppedEarly ? '; it was ended before the others' : ''}`,
    },
  ];
}
