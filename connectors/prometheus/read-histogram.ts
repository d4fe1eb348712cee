import { canonicalJson } from '../../src/kernel/index.ts';
import type { CoverageCount } from '../../src/kernel/index.ts';
import { vectorAnswer } from './answers.ts';
import type { VectorSeries } from './answers.ts';
import type { HistogramBucket, IdentityLabels, LatencyHistogram } from './prometheus-reading.ts';
import type { HistogramQuestion } from './question.ts';
import { identityOf, mostSeries } from './read-series.ts';

/** Native histograms have 160 buckets by default; classic ones rarely more than 30. */
const mostBuckets = 500;

type Cumulative = readonly (readonly [boundMs: number, count: number])[];

const boundOf = (series: VectorSeries, factor: number): number => {
  const [, le = ''] = series.metric.find(([name]) => name === 'le') ?? [];
  return le === '+Inf' || le === 'Inf' ? Infinity : le === '' ? NaN : Number(le) * factor;
};

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

function classicHistograms(
  series: readonly VectorSeries[],
  sums: readonly VectorSeries[],
  { family, metric, factor }: HistogramQuestion,
): readonly LatencyHistogram[] {
  const groups = new Map<string, Grouped>();
  for (const each of series) {
    const labels = identityOf(each.metric, 'le');
    const key = canonicalJson(labels);
    const group = groups.get(key) ?? { labels, bounds: new Map<number, number>() };
    groups.set(key, group);
    const boundMs = boundOf(each, factor);
    const count = each.value?.[1];
    if (Number.isNaN(boundMs) || count === undefined || group.bounds.size >= mostBuckets) continue;
    group.bounds.set(boundMs, count);
  }
  const sumOf = new Map(sums.map((each) => [canonicalJson(identityOf(each.metric)), each.value?.[1]]));
  return [...groups].flatMap(([key, { labels, bounds }]): readonly LatencyHistogram[] => {
    const buckets = apart([...bounds].toSorted(([left], [right]) => left - right));
    // Without the bucket that has no bound nobody knows how many were slower than the last.
    if (buckets.at(-1)?.upperMs !== undefined || buckets.length === 0) return [];
    const count = buckets.reduce((total, bucket) => total + bucket.count, 0);
    const sum = sumOf.get(key);
    const sumMs = sum === undefined || !Number.isFinite(sum * factor) ? undefined : sum * factor;
    return Number.isFinite(count) ? [{ family, metric, kind: 'classic', labels, buckets, count, sumMs }] : [];
  });
}

function nativeHistogram(
  series: VectorSeries,
  { family, metric, factor }: HistogramQuestion,
): readonly LatencyHistogram[] {
  const [, told] = series.histogram ?? [];
  if (told?.count === undefined) return [];
  const buckets = told.buckets.slice(0, mostBuckets).flatMap(([, lower, upper, count]): readonly HistogramBucket[] => {
    // The bucket around zero reaches below it; no request takes less than no time.
    if (count === undefined || (upper !== undefined && upper < 0)) return [];
    const upperMs = upper === undefined ? undefined : upper * factor;
    return [{ lowerMs: Math.max(0, (lower ?? 0) * factor), upperMs, count }];
  });
  const sumMs = told.sum === undefined ? undefined : told.sum * factor;
  const isFinite = buckets.every(({ lowerMs, upperMs = 0 }) => Number.isFinite(lowerMs) && Number.isFinite(upperMs));
  if (!isFinite || !Number.isFinite(sumMs ?? 0)) return [];
  const labels = identityOf(series.metric);
  return [{ family, metric, kind: 'native', labels, buckets, count: told.count, sumMs }];
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
    const read = series.flatMap((each) => nativeHistogram(each, question));
    if (series.length > 0 && read.length === 0)
      coverage.notUnderstood(`${question.metric}, which has no buckets, as summaries have none`, 'api/v1/query');
    return read.slice(0, mostSeries);
  }
  const summed = vectorAnswer.safeParse(sums);
  const read = classicHistograms(series, summed.success ? summed.data.result : [], question);
  if (read.length > mostSeries) {
    coverage.notUnderstood('histograms beyond those that are kept', question.metric, read.length - mostSeries);
  }
  return read.slice(0, mostSeries);
}
