import type { CoverageCount } from '../../src/kernel/index.ts';
import { amountIn } from './amount.ts';
import { boundedText, targetsAnswer, vectorAnswer } from './answers.ts';
import type { Asker } from './asker.ts';
import { prometheusDurationMs } from './prometheus-duration.ts';
import type { ScrapeJob } from './prometheus-reading.ts';
import { promqlDuration } from './question.ts';

/** An estate has tens of jobs. */
const mostJobs = 500;

interface Window {
  readonly toMs: number;
  readonly windowMs: number;
}

const jobOf = (labels: readonly (readonly [string, string])[]): string =>
  boundedText(labels.find(([name]) => name === 'job')?.[1] ?? '');

/** The jobs by their targets, as the server's own list tells them; undefined where it has none, as Mimir has none. */
async function toldJobs(asker: Asker): Promise<readonly ScrapeJob[] | undefined> {
  const told = targetsAnswer.safeParse(await asker.optional('targets', 'api/v1/targets', (api) => api.targets()));
  if (!told.success || told.data.activeTargets.length === 0) return undefined;
  const byJob = Map.groupBy(told.data.activeTargets, ({ labels }) => jobOf(labels));
  return [...byJob].map(([job, targets]) => {
    const intervals = targets.map(({ scrapeInterval }) => prometheusDurationMs(scrapeInterval ?? '') ?? 0);
    const scrapeIntervalMs = Math.max(0, ...intervals.slice(0, mostJobs)) || undefined;
    return {
      job,
      scrapeIntervalMs,
      intervalFrom: scrapeIntervalMs === undefined ? undefined : 'told',
      targets: targets.length,
      up: targets.filter(({ health }) => health === 'up').length,
    };
  });
}

/** The jobs by the samples of `up`, which every server that scrapes writes. */
async function inferredJobs(asker: Asker, { toMs, windowMs }: Window): Promise<readonly ScrapeJob[]> {
  const ask = async (expression: string): Promise<ReadonlyMap<string, number>> => {
    const data = await asker.optional('targets', 'up', (api) => api.instant(expression, toMs));
    const answer = vectorAnswer.safeParse(data);
    const series = answer.success ? answer.data.result : [];
    return new Map(series.map(({ metric, value }) => [jobOf(metric), amountIn(value?.[1], 1) ?? 0]));
  };
  const targets = await ask('count by (job) (up)');
  const up = await ask('sum by (job) (up)');
  const samples = await ask(`max by (job) (count_over_time(up[${promqlDuration(windowMs)}]))`);
  return [...targets].map(([job, count]) => {
    const taken = samples.get(job) ?? 0;
    // Two samples may be two scrapes of which one was late; five make an interval. None is shorter than a millisecond.
    const scrapeIntervalMs = taken >= 5 ? Math.round(windowMs / taken) || undefined : undefined;
    return {
      job,
      scrapeIntervalMs,
      intervalFrom: scrapeIntervalMs === undefined ? undefined : 'inferred',
      targets: count,
      up: up.get(job) ?? 0,
    };
  });
}

/**
 * The scrape jobs of a server.
 *
 * @param asker - To ask.
 * @param window - In which samples are counted where the server does not tell an interval.
 * @param coverage - Told of jobs that are left out.
 * @throws RegisteredError `prometheus-denied`; the signal's reason, when aborted
 */
export async function scrapeJobs(asker: Asker, window: Window, coverage: CoverageCount): Promise<readonly ScrapeJob[]> {
  const jobs = (await toldJobs(asker)) ?? (await inferredJobs(asker, window));
  if (jobs.length > mostJobs) {
    coverage.notUnderstood('scrape jobs beyond those that are kept', 'api/v1/targets', jobs.length - mostJobs);
  }
  return jobs.toSorted((left, right) => (left.job < right.job ? -1 : 1)).slice(0, mostJobs);
}
