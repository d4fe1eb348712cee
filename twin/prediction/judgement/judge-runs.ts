import { formatDuration } from '../../../src/kernel/index.ts';
import type { Verdict } from '../../verdict.ts';
import { slowTimeMs, windowOf } from '../enactment/index.ts';
import type { Outcome, Run, RunTimes, Window } from '../enactment/index.ts';
import type { ModelMeasure } from './model-measure.ts';

/** What users saw without what is judged, and with it. */
type Pair = readonly [without: Window, withIt: Window];

/** What one pair of runs shows, by one measure. */
export interface Shown {
  readonly measure: ModelMeasure;
  readonly verdict: Verdict;
  readonly text: string;
}

/**
 * From where on a difference counts, where no objective says. Of errors: below a thousandth chance moves more than a change
 * does. What goes on and hits a twentieth of the requests, every user meets; what passes blocks where it fails as many as
 * 51.8 s without any answer do, which is 2 % of what 99.9 % allows in 30 days: for so much somebody is woken (Google, "The
 * Site Reliability Workbook", 2018, chapter 5). Of times: the run to run variation of a 95th percentile is within a
 * quarter, and a difference of less than ten milliseconds nobody meets. An answer within a tenth of a second seems to come
 * at once, and one beyond a second breaks what somebody is about (R. B. Miller, "Response time in man-computer
 * conversational transactions", 1968): what is longer for a while only and stays within the first, nobody meets either;
 * what is several times as long and beyond the second blocks, and so does what leaves its order of magnitude and does not
 * seem to come at once. One bucket of ten seconds may be slow by chance; two are no accident.
 */
const counts = {
  errors: { warn: 0.001, goingOn: 0.05, passingMs: 51_840 },
  latency: {
    warn: 1.5,
    severalTimes: 4,
    orderOfMagnitude: 10,
    leastMs: 10,
    seemsAtOnceMs: 100,
    breaksOffMs: 1_000,
    leastSlowMs: 20_000,
  },
  /** Fewer say nothing of a thousandth. */
  leastRequests: 200,
} as const;

const percent = (ratio: number): string => `${(ratio * 100).toFixed(ratio > 0 && ratio < 0.01 ? 2 : 1)} %`;

/** Of two windows of the same length, and the last quarters of the same runs. */
function ofErrors([without, withIt]: Pair, [withoutLast, withItLast]: Pair, lengthMs: number): Shown[] {
  const rise = withIt.errorRatio - without.errorRatio;
  if (rise < counts.errors.warn) return [];
  const isGoingOn = withItLast.errorRatio - withoutLast.errorRatio >= counts.errors.goingOn;
  const verdict = isGoingOn || rise * lengthMs >= counts.errors.passingMs ? 'block' : 'warn';
  const text = `${percent(withIt.errorRatio)} of requests fail, against ${percent(without.errorRatio)} without it`;
  return [{ measure: 'error-ratio', verdict, text }];
}

/** How long answers of one operation take, without what is judged and with it. */
interface Slower {
  readonly operation: string;
  readonly was: number;
  readonly is: number;
}

/** Operations whose answers take clearly longer, the one that grows most first. */
function slower([without, withIt]: Pair): readonly Slower[] {
  return [...withIt.p95Ms]
    .flatMap(([operation, is]): Slower[] => {
      const was = without.p95Ms.get(operation);
      if (was === undefined || is / was < counts.latency.warn || is - was < counts.latency.leastMs) return [];
      return [{ operation, was, is }];
    })
    .sort((left, right) => right.is / right.was - left.is / left.was);
}

/** What is slow for less than half of the time, the median over it does not show. */
function ofSlowWhile(without: Window, withIt: Run, fromMs: number): Shown[] {
  const [longest] = [...without.p95Ms]
    .map(([operation, was]) => {
      const fromSlowMs = Math.max(counts.latency.seemsAtOnceMs, counts.latency.severalTimes * was);
      return { operation, was, fromSlowMs, slowMs: slowTimeMs(withIt.report, operation, fromMs, fromSlowMs) };
    })
    .sort((left, right) => right.slowMs - left.slowMs);
  if (longest === undefined || longest.slowMs < counts.latency.leastSlowMs) return [];
  const { operation, was, fromSlowMs, slowMs } = longest;
  const text = `the 95th percentile of ${operation} is above ${formatDuration(fromSlowMs)} for ${formatDuration(slowMs)}, against ${formatDuration(was)} without it`;
  return [{ measure: 'latency', verdict: 'warn', text }];
}

function isHarm({ was, is }: Slower): boolean {
  const { severalTimes, orderOfMagnitude, breaksOffMs, seemsAtOnceMs } = counts.latency;
  return (is / was >= orderOfMagnitude && is >= seemsAtOnceMs) || (is / was >= severalTimes && is >= breaksOffMs);
}

/** Of two windows, and the last quarters of the same runs. */
function ofLatency(whole: Pair, lastQuarters: Pair): Shown[] {
  const lasting = new Set(slower(lastQuarters).map(({ operation }) => operation));
  // What is longer for a while only and still seems to come at once, nobody meets.
  const met = slower(whole).filter(({ operation, is }) => is >= counts.latency.seemsAtOnceMs || lasting.has(operation));
  const worst = met.find(isHarm) ?? met[0];
  if (worst === undefined) return [];
  const { operation, was, is } = worst;
  const text = `the 95th percentile of ${operation} is ${formatDuration(is)}, against ${formatDuration(was)} without it`;
  return [{ measure: 'latency', verdict: isHarm(worst) ? 'block' : 'warn', text }];
}

const measureOf = { errorRatio: 'error-ratio', p50Ms: 'latency', p95Ms: 'latency', p99Ms: 'latency' } as const;

/** An objective that is kept without the change and missed with it blocks: the operator has said what counts. */
function ofObjectives(without: Run, withIt: Run): Shown[] {
  return withIt.report.objectives.flatMap((objective, at): Shown[] => {
    if (objective.met !== false || without.report.objectives[at]?.met === false) return [];
    const amount = (value: number): string =>
      objective.measure === 'errorRatio' ? percent(value) : formatDuration(value);
    const text = `${objective.operation} misses its objective: ${amount(objective.measured ?? 0)}, at most ${amount(objective.limit)}`;
    return [{ measure: measureOf[objective.measure], verdict: 'block', text }];
  });
}

const isUnfinished = ({ kind, completedMs, problem }: Outcome): boolean =>
  kind === 'action' && completedMs === null && problem === null;

/**
 * Whether an action has not ended in a run that left it less time than it may need: that shows nothing.
 *
 * @param outcome - Of the run.
 * @param times - Of the run.
 */
export const isCutShort = (outcome: Outcome, { forMs, neededMs }: RunTimes): boolean =>
  isUnfinished(outcome) && forMs - outcome.startedMs < neededMs;

/** What was begun and has not ended by the end of the run, though there was time enough. */
function ofCompletion(run: Run, times: RunTimes): Shown[] {
  const { forMs } = times;
  return run.outcomes.flatMap((outcome): Shown[] => {
    if (!isUnfinished(outcome) || isCutShort(outcome, times)) return [];
    const { name, component, startedMs } = outcome;
    const last = run.report.timeline.events.findLast(
      (event) => event.atMs >= startedMs && (component === null || event.component === component),
    );
    const whom = component === null ? '' : ` of ${component}`;
    const why = last === undefined ? '' : `; the last that happened: ${last.what}`;
    const text = `${name}${whom} has not ended ${formatDuration(forMs - startedMs)} after it began${why}`;
    return [{ measure: 'completion', verdict: 'never-completes', text }];
  });
}

function ofInstances(without: Run, withIt: Run): Shown[] {
  return withIt.report.components.flatMap((component): Shown[] => {
    const before = without.report.components.find((each) => each.component === component.component);
    const kills = component.outOfMemoryKills - (before?.outOfMemoryKills ?? 0);
    const restarts = component.restarts - (before?.restarts ?? 0);
    if (kills > 0) {
      const text = `instances of ${component.component} are killed ${kills} times for want of memory`;
      return [{ measure: 'memory', verdict: 'warn', text }];
    }
    // One restart of each is what an action that restarts does.
    if (restarts <= Math.max(1, component.instances.max)) return [];
    return [
      { measure: 'restarts', verdict: 'warn', text: `instances of ${component.component} restart ${restarts} times` },
    ];
  });
}

function ofBacklogs(without: Run, withIt: Run): Shown[] {
  return withIt.report.queues.flatMap((queue): Shown[] => {
    const before = without.report.queues.find((each) => each.queue === queue.queue);
    const more = queue.depthAtEnd - (before?.depthAtEnd ?? 0);
    if (more < counts.leastRequests) return [];
    const text = `${queue.depthAtEnd} messages wait in ${queue.queue} at the end, against ${before?.depthAtEnd ?? 0} without it`;
    return [{ measure: 'backlog', verdict: 'latent', text }];
  });
}

const faultless = (window: Window): Window => ({ ...window, failed: 0, errorRatio: 0 });

/** When the last quarter of a run begins: what is wrong there does not pass by itself. */
const lastQuarterMs = ({ forMs }: RunTimes): number => 0.75 * forMs;

/**
 * What a run shows against one without what is judged, of the same chance.
 *
 * @param without - The run without it.
 * @param withIt - The run with it.
 * @param times - Of both runs.
 * @param fromMs - From when on they are compared.
 * @returns Nothing where nothing is worse; undefined where there is too little to tell.
 */
export function judgeRuns(without: Run, withIt: Run, times: RunTimes, fromMs: number): readonly Shown[] | undefined {
  const [before, after] = [windowOf(without.report, fromMs), windowOf(withIt.report, fromMs)];
  const found = [...ofCompletion(withIt, times), ...ofInstances(without, withIt), ...ofBacklogs(without, withIt)];
  // A run in which nothing ends any more is no run with too few requests: what ends without it tells.
  if (before.ended < counts.leastRequests) return found.length > 0 ? found : undefined;
  const lost: Shown[] =
    after.ended < before.ended / 2
      ? [
          {
            measure: 'error-ratio',
            verdict: 'block',
            text: `${after.ended} requests end, against ${before.ended} without it: the others wait still`,
          },
        ]
      : [];
  const objectives = ofObjectives(without, withIt);
  // Where an objective says what counts, a difference that keeps to it does not.
  const measured = new Set<ModelMeasure>(withIt.report.objectives.map(({ measure }) => measureOf[measure]));
  const last = lastQuarterMs(times);
  const lastQuarters = [windowOf(without.report, last), windowOf(withIt.report, last)] as const;
  const errors = ofErrors([before, after], lastQuarters, times.forMs - fromMs);
  const whole = ofLatency([before, after], lastQuarters);
  const byDifference = [...errors, ...(whole.length > 0 ? whole : ofSlowWhile(before, withIt, fromMs))];
  return [...found, ...lost, ...objectives, ...byDifference.filter(({ measure }) => !measured.has(measure))];
}

/**
 * What a run of an estate as it is shows by itself: errors, missed objectives, instances that end, queues that grow.
 *
 * @param run - To its end.
 * @param times - Of it.
 */
export function judgeRun(run: Run, times: RunTimes): readonly Shown[] | undefined {
  const seen = windowOf(run.report, 0);
  const nothing: Run = { outcomes: [], report: { ...run.report, components: [], objectives: [] } };
  const found = [...ofCompletion(run, times), ...ofInstances(nothing, run), ...ofGrowth(run)];
  if (seen.ended < counts.leastRequests) return found.length > 0 ? found : undefined;
  const objectives = ofObjectives(nothing, run);
  const isMeasured = run.report.objectives.some(({ measure }) => measure === 'errorRatio');
  const last = windowOf(run.report, lastQuarterMs(times));
  const errors = isMeasured ? [] : ofErrors([faultless(seen), seen], [faultless(last), last], times.forMs);
  return [...found, ...objectives, ...errors];
}

/** A queue that ends at its deepest, and far above its mean, grows. */
function ofGrowth({ report }: Run): Shown[] {
  return report.queues.flatMap(({ queue, depthAtEnd, maxDepth, meanDepth }): Shown[] => {
    if (depthAtEnd < counts.leastRequests || depthAtEnd < 0.95 * maxDepth || depthAtEnd < 1.2 * meanDepth) return [];
    const text = `${queue} grows: ${depthAtEnd} messages wait in it at the end, ${Math.round(meanDepth)} on average`;
    return [{ measure: 'backlog', verdict: 'latent', text }];
  });
}
