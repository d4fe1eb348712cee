import type { CoverageCount } from '../../src/kernel/index.ts';
import { boundedText, namesAnswer } from './answers.ts';
import { machineMetricNames } from './machine-questions.ts';
import type { QueryApi } from './query-api.ts';
import { requestFamilies } from './request-family.ts';

/** A server with more metrics of requests than that is not one whose families are known. */
const mostNames = 2_000;

/**
 * What the server is asked for: wider than the families, so that what looks like a metric of requests and is none of
 * them can be told. A server has thousands of others, which are not looked at.
 */
const matcher = `{__name__=~"${[
  ...machineMetricNames,
  '.*(requests?|calls|handled)_total',
  '.*(duration|latency|handling|time|requests)_(seconds|milliseconds)(_bucket)?',
  'traces_spanmetrics_latency(_bucket)?',
].join('|')}"}`;

const isKnown = (name: string): boolean => {
  if (machineMetricNames.includes(name)) return true;
  const base = name.replace(/_bucket$/, '');
  return requestFamilies.some(
    ({ counter, histogram }) => counter?.test(name) === true || histogram?.test(base) === true,
  );
};

/**
 * The names of the metrics that a server has and that anything here may read.
 *
 * @param api - The server.
 * @param fromMs - They had a sample since then.
 * @param toMs - And until then.
 * @param coverage - Told of those that belong to no family.
 * @throws RegisteredError as the server's answer gives
 */
export async function metricNames(
  api: QueryApi,
  fromMs: number,
  toMs: number,
  coverage: CoverageCount,
): Promise<ReadonlySet<string>> {
  const answer = namesAnswer.safeParse((await api.metricNames(matcher, fromMs, toMs)).data);
  if (!answer.success) coverage.notUnderstood('names of metrics in another form', 'api/v1/label/__name__/values');
  const told = answer.success ? answer.data.filter((name) => /^[a-zA-Z_:][\w:]{0,200}$/.test(name)) : [];
  if (told.length > mostNames) {
    coverage.notUnderstood(
      'metrics beyond those that are looked at',
      'api/v1/label/__name__/values',
      told.length - mostNames,
    );
  }
  const names = told.slice(0, mostNames);
  for (const name of names) {
    // Parts of summaries and recorded series look alike; only what has buckets or counts is a loss.
    if (!isKnown(name) && /(?:_bucket|_total)$/.test(name)) {
      coverage.notUnderstood(`${boundedText(name)}, of no known family`, 'api/v1/label/__name__/values');
    }
  }
  return new Set(names.filter(isKnown));
}
