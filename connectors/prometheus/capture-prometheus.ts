import pMap from 'p-map';
import { canonicalJson, CoverageCount, RegisteredError, sha256Hex } from '../../src/kernel/index.ts';
import type { Clock } from '../../src/kernel/index.ts';
import type { Observation } from '../observation/index.ts';
import { buildInfoAnswer } from './answers.ts';
import { askerOf } from './asker.ts';
import type { Asker } from './asker.ts';
import { machineQuestions } from './machine-questions.ts';
import { metricNames } from './metric-names.ts';
import type { LatencyHistogram, MetricSeries, PrometheusReading, ScrapeJob } from './prometheus-reading.ts';
import { queryApi } from './query-api.ts';
import type { QueryApi } from './query-api.ts';
import type { Question } from './question.ts';
import { readHistograms } from './read-histogram.ts';
import { readRules } from './read-rules.ts';
import { readSeries } from './read-series.ts';
import { requestQuestions } from './request-questions.ts';
import { scrapeJobs } from './scrape-jobs.ts';
import { serverAt } from './server-address.ts';
import type { ServerOptions } from './server-address.ts';

/** What of a Prometheus is captured, and over which time. */
export interface CapturePrometheusOptions extends ServerOptions {
  /** How far back. */
  readonly windowMs: number;
  /**
   * The end of the window.
   *
   * @defaultValue now
   */
  readonly atMs?: number;
  /**
   * Between two points of a series.
   *
   * @defaultValue a 240th of the window, at least 15 s or a tenth of the window
   */
  readonly stepMs?: number;
  readonly clock: Clock;
  /** Ends it early, with its reason. */
  readonly signal?: AbortSignal;
  /** Told how many of how many questions have been answered. */
  readonly progress?: (done: number, of: number) => void;
}

/** Prometheus answers no query with more points a series: `exceeded maximum resolution of 11,000 points per timeseries`. */
const mostPoints = 11_000;

/** Enough to see a daily shape; ten times as many would be noise of the scrapes. */
const usualPoints = 240;
const usualStepMs = 15_000;

/** A server answers 20 queries at once by default (--query.max-concurrency); others want to ask, too. */
const questionsAtOnce = 4;

/** A rate needs two scrapes, and one or two may fail: https://prometheus.io/docs/prometheus/latest/querying/functions/#rate. */
const scrapesOfRate = 4;

/** Prometheus' own default, where nobody knows better. */
const usualScrapeMs = 60_000;

interface Window {
  readonly fromMs: number;
  readonly toMs: number;
  readonly stepMs: number;
  readonly windowMs: number;
}

function windowOf({ windowMs, stepMs, atMs, clock }: CapturePrometheusOptions): Window {
  const malformed = (problem: string): RegisteredError =>
    new RegisteredError('prometheus-window-malformed', { problem });
  const toMs = Math.floor(atMs ?? clock.nowMs());
  if (!Number.isFinite(windowMs) || windowMs < 1_000) throw malformed('it is shorter than a second');
  if (!Number.isFinite(toMs) || toMs < windowMs) throw malformed('it begins before 1970');
  const usual = Math.max(Math.min(usualStepMs, windowMs / 10), windowMs / usualPoints);
  const step = Math.ceil(stepMs ?? usual);
  if (!Number.isFinite(step) || step < 1) throw malformed('its step is shorter than a millisecond');
  const points = Math.floor(windowMs / step) + 1;
  if (points > mostPoints) throw malformed(`${points} points a series; at most ${mostPoints} are answered`);
  return { fromMs: toMs - windowMs, toMs, stepMs: step, windowMs };
}

function rateWindowOf(jobs: readonly ScrapeJob[], stepMs: number): number {
  const known = jobs.flatMap(({ scrapeIntervalMs }) => (scrapeIntervalMs === undefined ? [] : [scrapeIntervalMs]));
  const slowest = known.length === 0 ? usualScrapeMs : Math.max(...known);
  // A rate over less than a step would leave out what happened between two points.
  return Math.max(scrapesOfRate * slowest, stepMs);
}

interface Answers {
  readonly series: readonly MetricSeries[];
  readonly histograms: readonly LatencyHistogram[];
}

async function answersTo(
  question: Question,
  { fromMs, toMs, stepMs }: Window,
  asker: Asker,
  coverage: CoverageCount,
): Promise<Answers> {
  const { metric } = question;
  if (question.kind === 'series') {
    const ask = (api: QueryApi) => api.range(question.expression, fromMs, toMs, stepMs);
    const data = await asker.optional(`series of ${metric}`, 'api/v1/query_range', ask);
    return { series: data === undefined ? [] : readSeries(data, question, coverage), histograms: [] };
  }
  const at = (expression: string) =>
    asker.optional(`histograms of ${metric}`, 'api/v1/query', (api) => api.instant(expression, toMs));
  const data = await at(question.expression);
  const sums = question.sumExpression === undefined ? undefined : await at(question.sumExpression);
  return { series: [], histograms: data === undefined ? [] : readHistograms(data, sums, question, coverage) };
}

const sortKey = (value: MetricSeries | LatencyHistogram): string =>
  'signal' in value
    ? canonicalJson([value.signal, value.metric, value.labels, value.quantile ?? 0])
    : canonicalJson([value.metric, value.labels]);

function sorted<Value extends MetricSeries | LatencyHistogram>(values: readonly Value[]): readonly Value[] {
  return values
    .map((value) => ({ value, key: sortKey(value) }))
    .toSorted((left, right) => (left.key < right.key ? -1 : left.key > right.key ? 1 : 0))
    .map(({ value }) => value);
}

/**
 * Reads what a Prometheus, or what speaks its query API, knows of the services, containers and rules of an estate. Only
 * metrics of known families are asked for; what looks like another one, what the server does not answer, and what is more
 * than is kept, is in the coverage. No credential is kept or shown.
 *
 * @param options - Which server, and over which time.
 * @throws RegisteredError `prometheus-address-malformed`, `prometheus-token-unreadable`, `prometheus-window-malformed`;
 *   `prometheus-unreachable`, `prometheus-denied`, `prometheus-foreign-answer`, `prometheus-refused` and
 *   `prometheus-answer-too-large` where the server answers not even the first questions; the signal's reason, when
 *   aborted
 */
export async function capturePrometheus(options: CapturePrometheusOptions): Promise<Observation<PrometheusReading>> {
  const { signal = new AbortController().signal, progress } = options;
  const window = windowOf(options);
  const api = queryApi(await serverAt(options), signal);
  const coverage = new CoverageCount();
  const asker = askerOf(api, coverage);
  // Whatever else listens there fails here, before anything rests on it.
  await api.instant('1', window.toMs);
  const names = await metricNames(api, window.fromMs, window.toMs, coverage);
  const jobs = await scrapeJobs(asker, window, coverage);
  const build = await asker.optional('version', 'api/v1/status/buildinfo', (server) => server.buildInfo());
  const ruleGroups = readRules(await asker.optional('rules', 'api/v1/rules', (server) => server.rules()), coverage);

  const windows = { rateWindowMs: rateWindowOf(jobs, window.stepMs), windowMs: window.windowMs };
  const questions = [...requestQuestions(names, windows), ...machineQuestions(names, windows)];
  let done = 0;
  const answer = async (question: Question): Promise<Answers> => {
    const answers = await answersTo(question, window, asker, coverage);
    progress?.((done += 1), questions.length);
    return answers;
  };
  const answers = await pMap(questions, answer, { concurrency: questionsAtOnce, signal });
  const content: PrometheusReading = {
    version: buildInfoAnswer.safeParse(build).data?.version,
    fromMs: window.fromMs,
    toMs: window.toMs,
    stepMs: window.stepMs,
    rateWindowMs: windows.rateWindowMs,
    jobs,
    series: sorted(answers.flatMap(({ series }) => series)),
    histograms: sorted(answers.flatMap(({ histograms }) => histograms)),
    ruleGroups,
  };
  coverage.read('series', content.series.length);
  coverage.read('histograms', content.histograms.length);
  coverage.read('jobs', jobs.length);
  coverage.read(
    'rules',
    ruleGroups.reduce((total, { rules }) => total + rules.length, 0),
  );
  return {
    collector: 'prometheus',
    place: api.address,
    sha256: sha256Hex(canonicalJson(content)),
    asOfMs: window.toMs,
    content,
    coverage: coverage.coverage,
  };
}
