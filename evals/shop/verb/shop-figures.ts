import { relativeError, tallyOf } from '../compare.ts';
import type { ShopResult } from './shop-result.ts';

type Case = ShopResult['cases'][number];
type Figure = Case['figures'][number];

const percent = (ratio: number): string => `${(ratio * 100).toFixed(0)} %`;

const signedPercent = (ratio: number): string => `${ratio > 0 ? '+' : ''}${(ratio * 100).toFixed(0)} %`;

/** Three digits: more is noise. */
const ms = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toPrecision(3));

/** The columns of the table of scores. */
export const scoreHeadings = ['load', 'quantile', 'figures', 'median error', 'no change', 'in the interval'] as const;

/**
 * A row of the table of scores.
 *
 * @param row - What it says.
 */
export function scoreCells(row: ShopResult['rows'][number]): readonly string[] {
  const { isInside, quantile, figures, medianError, noChangeError, covered } = row;
  return [
    isInside ? 'within what was seen' : 'beyond',
    quantile,
    String(figures),
    medianError === null ? '' : percent(medianError),
    noChangeError === null ? '' : percent(noChangeError),
    `${covered}/${figures}, ${percent(covered / figures)}`,
  ];
}

/** The columns of the table of figures. */
export const figureHeadings = ['change', 'operation', '', 'before', 'measured', 'predicted', 'error', 'held'] as const;

function figureCells(title: string, { operation, quantile, before, measured, predicted }: Figure): readonly string[] {
  const said =
    predicted === null
      ? ['unknown', '', '']
      : [
          `${ms(predicted.best)} (${ms(predicted.low)} to ${ms(predicted.high)})`,
          signedPercent(relativeError(predicted.best, measured)),
          measured >= predicted.low && measured <= predicted.high ? 'yes' : 'no',
        ];
  return [title, operation, quantile, ms(before), ms(measured), ...said];
}

/**
 * The rows of the table of figures of one change; all in milliseconds.
 *
 * @param each - The change.
 */
export const caseRows = ({ title, figures }: Case): readonly (readonly string[])[] =>
  figures.map((figure) => figureCells(title, figure));

/** What differs by less is as likely the machine as the change. */
const markedRatio = 0.25;

/**
 * How the figures came out that a change moved, in a sentence: most stay as they were, whatever is changed, and tell less.
 *
 * @param result - Of the evaluation.
 * @returns Undefined where none moved.
 */
export function movedText({ cases }: ShopResult): string | undefined {
  const moved = cases
    .flatMap(({ figures }) => figures)
    .filter(({ before, measured }) => Math.abs(relativeError(measured, before)) >= markedRatio);
  const { figures, medianError, noChangeError, covered } = tallyOf(moved);
  if (medianError === null || noChangeError === null) return undefined;
  return (
    `Of these, ${figures} were measured a quarter or more away from what they were before: there the median error is ` +
    `${percent(medianError)}, against ${percent(noChangeError)} of saying that nothing changes, and ${covered} lie in the interval.`
  );
}

/**
 * How much the unchanged shop itself went away from how it was captured, in a sentence: no prediction can do better.
 *
 * @param result - With both measurements.
 * @returns Undefined where it was not measured again.
 */
export function driftText({ unchanged, unchangedAgain, cases }: ShopResult): string | undefined {
  const roots = new Set(cases.flatMap(({ figures }) => figures.map(({ operation }) => operation)));
  const was = new Map(unchanged.map((each) => [each.operation, each]));
  const drifts = unchangedAgain.flatMap(({ operation, p50Ms, p95Ms }) => {
    const before = was.get(operation);
    if (before === undefined || !roots.has(operation)) return [];
    return [
      `${operation} p50 ${signedPercent(relativeError(p50Ms, before.p50Ms))}, p95 ${signedPercent(relativeError(p95Ms, before.p95Ms))}`,
    ];
  });
  if (drifts.length === 0) return undefined;
  return `Unchanged again after all changes, it differed from how it was captured by this much, which no prediction could know: ${drifts.join('; ')}.`;
}
