import { keepLabel } from '../../src/kernel/index.ts';
import type { CoverageCount } from '../../src/kernel/index.ts';
import { amountIn } from './amount.ts';
import { boundedText, matrixAnswer } from './answers.ts';
import type { IdentityLabels, MetricSeries } from './prometheus-reading.ts';
import type { SeriesQuestion } from './question.ts';

/** A component has a handful of series of one signal; an estate that has more than that is read in parts. */
export const mostSeries = 2_000;

/**
 * Labels in the form in which they are kept.
 *
 * @param labels - As the server tells them.
 * @param leftOut - One that says no more than the rest of the series does: `le`.
 */
export function identityOf(labels: readonly (readonly [string, string])[], leftOut = '__name__'): IdentityLabels {
  const kept = labels
    .filter(([name, value]) => name !== leftOut && name !== '__proto__' && value !== '')
    .map(([name, value]) => [boundedText(name), keepLabel(name, boundedText(value))] as const)
    .toSorted(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(kept);
}

/**
 * The series of an answer.
 *
 * @param data - As the server gave it.
 * @param question - What was asked.
 * @param coverage - Told what is not as expected.
 */
export function readSeries(data: unknown, question: SeriesQuestion, coverage: CoverageCount): readonly MetricSeries[] {
  const answer = matrixAnswer.safeParse(data);
  if (!answer.success) {
    coverage.notUnderstood('answers to a query in another form', question.metric);
    return [];
  }
  const { result } = answer.data;
  if (result.length > mostSeries) {
    coverage.notUnderstood('series beyond those that are kept', question.metric, result.length - mostSeries);
  }
  const { signal, unit, family, metric, quantile, factor } = question;
  let noAmounts = 0;
  const read = result.slice(0, mostSeries).flatMap((series): readonly MetricSeries[] => {
    const points = (series.values ?? []).flatMap(([atMs, told]) => {
      const value = amountIn(told, factor);
      // That there is no number is usual: a ratio of nothing is none.
      if (value === undefined && told !== undefined) noAmounts += 1;
      return value === undefined ? [] : [{ atMs, value }];
    });
    if (points.length === 0) return [];
    return [{ signal, unit, family, metric, quantile, labels: identityOf(series.metric), points }];
  });
  if (noAmounts > 0) coverage.notUnderstood('values below zero or beyond every number', metric, noAmounts);
  return read;
}
