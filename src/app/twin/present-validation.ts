import { counted } from '../counted.ts';
import type { Block, Document } from '../document.ts';
import type { ValidateResult } from './validate-result.ts';

type Part = ValidateResult['parts'][number];
type Row = Part['rows'][number];

const headings = { time: 'The last two fifths of the time held out', load: 'The highest load held out' } as const;

const percent = (ratio: number): string => `${(ratio * 100).toFixed(Math.abs(ratio) < 0.01 ? 2 : 0)} %`;

const amount = (value: number, signal: Row['signal']): string =>
  signal === 'errors' ? percent(value) : `${Number(value.toPrecision(3))} ms`;

const signed = (value: number): string => `${value > 0 ? '+' : ''}${percent(value)}`;

function blocksOf({ heldOut, rows, totals, unknown }: Part): Block[] {
  return [
    { kind: 'heading', text: headings[heldOut] },
    ...(unknown.length === 0 ? [] : [{ kind: 'list', items: unknown.map((what) => `not known: ${what}`) } as const]),
    {
      kind: 'table',
      columns: [
        { heading: 'operation' },
        { heading: 'signal' },
        { heading: 'predicted', align: 'right' },
        { heading: 'between', align: 'right' },
        { heading: 'measured', align: 'right' },
        { heading: 'error', align: 'right' },
        { heading: '' },
        { heading: 'requests', align: 'right' },
      ],
      rows: rows.map(({ operation, signal, predicted, measured, error, isInside, count }) => [
        operation,
        signal,
        amount(predicted.best, signal),
        `${amount(predicted.low, signal)} and ${amount(predicted.high, signal)}`,
        amount(measured, signal),
        signed(error),
        isInside ? 'inside' : { text: 'outside', tone: 'warn' },
        String(count),
      ]),
    },
    {
      kind: 'list',
      items: totals.map(
        ({ signal, rows: count, medianAbsoluteError, coverageRatio }) =>
          `${signal}: median absolute error ${percent(medianAbsoluteError)}, ${percent(coverageRatio)} of ${count} inside of intervals that are made for 80 %`,
      ),
    },
  ];
}

/** Says to a person how well a model predicts what it has not learned from. */
export function presentValidation({ files, traces, parts }: ValidateResult): Document {
  return [
    { kind: 'paragraph', text: `${counted(traces, 'trace')} of ${files.join(', ')}.` },
    ...parts.flatMap(blocksOf),
  ];
}
