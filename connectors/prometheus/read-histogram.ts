import { canonicalJson } from '../../src/kernel/index.ts';
import type { CoverageCount } from '../../src/kernel/index.ts';
import { amountIn } from './amount.ts';
import { vectorAnswer } from './answers.ts';
import type { VectorSeries } from './answers.ts';
import type { HistogramBucket, IdentityLabels, LatencyHistogram } from './prometheus-reading.ts';
import type { HistogramQuestion } from './question.ts';
import { identityOf, mostSeries } from './read-series.ts';

/** Native histograms have 160 buckets by default; classic ones rarely more than 30. */
const mostBuckets = 500;

type Cumulative = readonly (readonly [boundMs: number, count: number])[];

/** Where a bucket ends, infinity for the last one; undefined where its label says no duration. */
function boundOf(series: VectorSeries, factor: number): number | undefined {
  const [, le = ''] = series.metric.find(([name]) => name === 'le') ?? [];
  if (le === '+Inf' || le === 'Inf') return Infinity;
  return le.trim() === '' ? undefined : amountIn(Number(le), factor);
}

/** What is in each bucket, from what is in it and all below it. */
function apart(cumulative: Cumulative): readonly HistogramBucket[] {
  let lowerMs = 0;
  let below = 0;
  return cumulative.map(([boundMs, count]) => {
    // A bucket that was scraped a moment before its neighbour may seem to hold less.
    const inIt = Math.max(0, count - below);
    const bucket = { lowerMs, upperMs: Number.isFinite(boundMs) ? boundMs : undefined, count: inIt };
    below = Math.max(below, count);
    lowerMs = boundMs;
    return bucket;
  });
}

interface Grouped {
  readonly labels: IdentityLabels;
  readonly bounds: Map<number, number>;
}

/** The buckets of each histogram, by its labels. */
function grouped(
  series: readonly VectorSeries[],
  { metric, factor }: HistogramQuestion,
  coverage: CoverageCount,
): ReadonlyMap<string, Grouped> {
  const groups = new Map<string, Grouped>();
  for (const each of series) {
    const labels = identityOf(each.metric, 'le');
    const key = canonicalJson(labels);
    const group = groups.get(key) ?? { labels, bounds: new Map<number, number>() };
    groups.set(key, group);
    const boundMs = boundOf(each, factor);
    const count = amountIn(each.value?.[1], 1);
    if (boundMs === undefined || count === undefined) coverage.notUnderstood('buckets without bound or count', metric);
    else if (group.bounds.size >= mostBuckets) coverage.notUnderstood('buckets beyond those that are kept', metric);
    else group.bounds.set(boundMs, count);
  }
  return groups;
}

function classicHistograms(
  series: readonly VectorSeries[],
  sums: readonly VectorSeries[],
  question: HistogramQuestion,
  coverage: CoverageCount,
): readonly LatencyHistogram[] {
  const { family, metric, factor } = question;
  const groups = grouped(series, question, coverage);
  const sumOf = new Map(sums.map((each) => [canonicalJson(identityOf(each.metric)), each.value?.[1]]));
  const read = [...groups].flatMap(([key, { labels, bounds }]): readonly LatencyHistogram[] => {
    const buckets = apart([...bounds].toSorted(([left], [right]) => left - right));
    // Without the bucket that has no bound nobody knows how many were slower than the last.
    if (buckets.at(-1)?.upperMs !== undefined || buckets.length === 0) return [];
    const count = buckets.reduce((total, bucket) => total + bucket.count, 0);
    const sumMs = amountIn(sumOf.get(key), factor);
    return Number.isFinite(count) ? [{ family, metric, kind: 'classic', labels, buckets, count, sumMs }] : [];
  });
  const lost = groups.size - read.length;
  if (lost > 0) coverage.notUnderstood('histograms without the bucket that holds the slowest', metric, lost);
  return read;
}

function nativeHistogram(
  series: VectorSeries,
  { family, metric, factor }: HistogramQuestion,
  coverage: CoverageCount,
): readonly LatencyHistogram[] {
  const [, told] = series.histogram ?? [];
  if (told === undefined) return [];
  // The bucket around zero reaches below it; no request takes less than no time.
  const possible = told.buckets.slice(0, mostBuckets).filter(([, , upper]) => upper === undefined || upper >= 0);
  const buckets = possible.flatMap(([, lower = 0, upper, inIt]): readonly HistogramBucket[] => {
    const lowerMs = amountIn(Math.max(0, lower), factor);
    const upperMs = amountIn(upper, factor);
    const count = amountIn(inIt, 1);
    if (lowerMs === undefined || count === undefined || (upperMs === undefined && upper !== undefined)) return [];
    return [{ lowerMs, upperMs, count }];
  });
  const count = amountIn(told.count, 1);
  if (count === undefined || buckets.length < possible.length) {
    coverage.notUnderstood('histograms with bounds or counts that are no amounts', metric);
    return [];
  }
  const labels = identityOf(series.metric);
  return [{ family, metric, kind: 'native', labels, buckets, count, sumMs: amountIn(told.sum, factor) }];
}

/**
 * The histograms of an answer.
 *
 * @param data - As the server gave it: buckets, or native histograms.
 * @param sums - The answer to the question for the sums; undefined where there was none.
 * @param question - What was asked.
 * @param coverage - Told what is not as expected.
 */
export function readHistograms(
  data: unknown,
  sums: unknown,
  question: HistogramQuestion,
  coverage: CoverageCount,
): readonly LatencyHistogram[] {
  const answer = vectorAnswer.safeParse(data);
  if (!answer.success) {
    coverage.notUnderstood('answers to a query in another form', question.metric);
    return [];
  }
  const series = answer.data.result.slice(0, mostSeries * 20);
  if (question.histogram === 'native') {
    const read = series.flatMap((each) => nativeHistogram(each, question, coverage));
    if (series.length > 0 && read.length === 0)
      coverage.notUnderstood(`${question.metric}, which has no buckets, as summaries have none`, 'api/v1/query');
    return read.slice(0, mostSeries);
  }
  const summed = vectorAnswer.safeParse(sums);
  const read = classicHistograms(series, summed.success ? summed.data.result : [], question, coverage);
  if (read.length > mostSeries) {
    coverage.notUnderstood('histograms beyond those that are kept', question.metric, read.length - mostSeries);
  }
  return read.slice(0, mostSeries);
}
