import type { Block, Document, Tone } from '../document.ts';
import type { BuildResult } from './build-result.ts';

type Parameter = BuildResult['parameters'][number];

const headings: readonly (readonly [Parameter['kind'], string])[] = [
  ['arrival-rate', 'Requests from outside'],
  ['dispersion', 'How they cluster (1: independently)'],
  ['work', 'Work of a request, without waiting for others'],
  ['servers', 'Requests that an instance works on at once'],
  ['processor-share', 'Share of the work that is done on processors'],
  ['overhead', 'Processor time of a request outside of its own time'],
  ['overhead-batch', 'Of how many requests that is done at once'],
];

/** Three digits tell what a range is about. */
const shown = (value: number): string => String(Number(value.toPrecision(3)));

const toneOf = ({ source, low, high, best }: Parameter): Tone =>
  source === 'prior' ? 'warn' : high - low > best ? 'quiet' : 'plain';

function tableOf(parameters: readonly Parameter[]): Block {
  return {
    kind: 'table',
    columns: [
      { heading: 'of' },
      { heading: 'best', align: 'right' },
      { heading: 'between', align: 'right' },
      { heading: 'known by' },
      { heading: 'seen', align: 'right' },
      { heading: 'because' },
    ],
    rows: parameters.map((each) => {
      const { of, best, low, high, unit, source, count, because } = each;
      const between = low === high ? '' : `${shown(low)} and ${shown(high)}`;
      return [
        of,
        `${shown(best)}${unit === '' ? '' : ` ${unit}`}`,
        { text: between, tone: toneOf(each) },
        { text: source, tone: source === 'prior' ? 'warn' : 'plain' },
        count === null ? '' : String(count),
        because,
      ];
    }),
  };
}

/** Says what was learned to a person. */
export function presentBuild({ estate, snapshot, parameters, unknown, isRunnable }: BuildResult): Document {
  const tables = headings.flatMap(([kind, text]): Block[] => {
    const those = parameters.filter((each) => each.kind === kind);
    return those.length === 0 ? [] : [{ kind: 'heading', text }, tableOf(those)];
  });
  const lacking: Block[] =
    unknown.length === 0
      ? []
      : [
          { kind: 'heading', text: 'Not known' },
          { kind: 'list', items: unknown.map(({ of, what }) => `${of}: ${what}`) },
        ];
  return [
    { kind: 'paragraph', text: `Estate ${estate}, snapshot ${snapshot.slice(0, 16)}.` },
    ...tables,
    ...lacking,
    {
      kind: 'paragraph',
      text: isRunnable
        ? 'The model can be run.'
        : { text: 'The model cannot be run before what is not known is told or captured.', tone: 'warn' },
    },
  ];
}
