import type { ScoreRow, Signal } from '../score-rows.ts';
import type { PetshopResult } from './petshop-result.ts';

type Case = PetshopResult['cases'][number];
type Prediction = Case['noChange'];
type Tally = ScoreRow['predicted'];

/** Latency in milliseconds, availability in per cent: one decimal is below the noise of either. */
const figure = (signal: Signal, value: number): string =>
  signal === 'latencyMs' ? value.toFixed(0) : (value * 100).toFixed(1);

const units: Readonly<Record<Signal, string>> = { latencyMs: 'ms', availabilityRatio: '%' };

const intervalText = (signal: Signal, prediction: Prediction | null): string => {
  if (prediction === null) return '';
  const { median, low, high } = prediction[signal];
  return `${figure(signal, median)} (${figure(signal, low)} to ${figure(signal, high)})`;
};

const answerText = (signal: Signal, { prediction, unknown }: Case['usualTimes']): string =>
  prediction === null ? `unknown: ${unknown ?? ''}` : intervalText(signal, prediction);

const tallyText = (signal: Signal, { cases, medianAbsoluteError, covered }: Tally): string =>
  medianAbsoluteError === null
    ? ''
    : `${signal === 'latencyMs' ? medianAbsoluteError.toFixed(1) : (medianAbsoluteError * 100).toFixed(2)} ${units[signal]}, ${covered}/${cases}`;

/** The columns of the table of scores. */
export const scoreHeadings = ['calibrated on', 'signal', 'cases', 'predicted', 'no change', 'added once'] as const;

/**
 * A row of the table of scores: median absolute error, and how often the interval holds what was measured.
 *
 * @param row - What it says.
 */
export function scoreCells(row: ScoreRow): readonly string[] {
  const name = row.signal === 'latencyMs' ? 'latency' : 'availability';
  return [
    row.mode === 'usual-times' ? 'usual times' : 'the smallest dose',
    row.isMeant ? name : `${name}, not meant`,
    String(row.predicted.cases),
    ...[row.predicted, row.noChange, row.addedOnce].map((tally) => tallyText(row.signal, tally)),
  ];
}

/** The columns of the table of cases. */
export const caseHeadings = [
  'case',
  'change',
  'signal',
  'measured',
  'from usual times',
  'from the smallest dose',
  'no change',
  'added once',
] as const;

function changeText({ component, kind, amount }: Case): string {
  if (kind === null || amount === null) return component;
  if (kind === 'errors') return `${(amount * 100).toFixed(0)} % errors, ${component}`;
  if (kind === 'switch') return `switch, ${component}`;
  return `${kind} ${amount}${kind === 'work' ? '' : ' ms'}, ${component}`;
}

/**
 * A row of the table of cases, for the signal that the change was made for.
 *
 * @param each - The case.
 */
export function caseCells(each: Case): readonly string[] {
  const signal = each.signal === 'latency' ? 'latencyMs' : 'availabilityRatio';
  return [
    each.id,
    changeText(each),
    `${each.signal}, ${units[signal]}`,
    figure(signal, each.measured[signal]),
    answerText(signal, each.usualTimes),
    answerText(signal, each.smallestDose),
    intervalText(signal, each.noChange),
    intervalText(signal, each.addedOnce),
  ];
}
