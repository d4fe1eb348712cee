import { splitOperationPath } from '../../twin/model/index.ts';
import type { Model } from '../../twin/model/index.ts';

type Steps = Model['components'][string]['operations'][string];
type Step = Steps[number];
type Arrivals = Model['arrivals'][number];

/** How often something is asked, a second, in the busiest stretch of a run, by what it is: `component/operation`. */
export interface LoadRates {
  readonly operations: ReadonlyMap<string, number>;
  /** Calls, by the path of the caller and that of the called. */
  readonly calls: ReadonlyMap<string, ReadonlyMap<string, number>>;
  /** Operations that are asked from outside. */
  readonly entries: ReadonlySet<string>;
}

/** Shorter stretches are spikes that a rule about a steady load says nothing of: what these do, the simulation shows. */
const stretchesOfRun = 10;

/** Longer ways are circles. */
const longestWay = 30;

/** The rate of one source at a time; of users who wait and of a recording none is known before it is run. */
function rateAt(source: Arrivals, atMs: number): number {
  if (!('rate' in source) || atMs < source.from || atMs > (source.until ?? Infinity)) return 0;
  if (typeof source.rate === 'number') return source.rate;
  const above = source.rate.findIndex(([ms]) => ms > atMs);
  if (above === 0) return source.rate[0]?.[1] ?? 0;
  const [fromMs, from] = source.rate[above < 0 ? source.rate.length - 1 : above - 1] ?? [0, 0];
  const [toMs, to] = source.rate[above] ?? [fromMs, from];
  return toMs === fromMs ? from : from + ((to - from) * (atMs - fromMs)) / (toMs - fromMs);
}

/** The mean of a source in each of the stretches, by the middles of so many pieces. */
function busiestRate(source: Arrivals, forMs: number): number {
  const pieces = 20;
  const stretchMs = forMs / stretchesOfRun;
  const means = Array.from({ length: stretchesOfRun }, (_, stretch) => {
    let sum = 0;
    for (let piece = 0; piece < pieces; piece += 1)
      sum += rateAt(source, stretchMs * (stretch + (piece + 0.5) / pieces));
    return sum / pieces;
  });
  return Math.max(...means);
}

/** The calls that steps make, and how often on average each is made. */
function callsOf(
  steps: Steps,
  caches: Model['caches'],
  share = 1,
): { readonly path: string; readonly times: number }[] {
  return steps.flatMap((step: Step): { path: string; times: number }[] => {
    if ('call' in step) return [{ path: step.call, times: share * (step.times ?? 1) }];
    if ('parallel' in step) return step.parallel.flatMap((branch) => callsOf(branch, caches, share));
    if ('choose' in step) return step.choose.flatMap((way) => callsOf(way.steps, caches, share * way.probability));
    if ('detach' in step) return callsOf(step.detach, caches, share);
    if ('lock' in step) return callsOf(step.steps, caches, share);
    if ('cache' in step) {
      const hits = caches[step.cache]?.hits ?? 0;
      return [...callsOf(step.miss, caches, share * (1 - hits)), ...callsOf(step.hit ?? [], caches, share * hits)];
    }
    return [];
  });
}

/**
 * How often the load of a model asks each operation, along the calls, each made once: retries are what a rule counts.
 *
 * @param model - Read and checked.
 */
export function loadRates({ components, arrivals, caches, run }: Model): LoadRates {
  const operations = new Map<string, number>();
  const calls = new Map<string, Map<string, number>>();
  const ask = (path: string, perSecond: number, depth: number): void => {
    operations.set(path, (operations.get(path) ?? 0) + perSecond);
    if (depth >= longestWay) return;
    const { component, operation } = splitOperationPath(path);
    const steps = components[component]?.operations[operation] ?? [];
    const made = Map.groupBy(callsOf(steps, caches), (call) => call.path);
    for (const [called, those] of made) {
      const rate = perSecond * those.reduce((sum, { times }) => sum + times, 0);
      if (rate === 0) continue;
      const ofPath = calls.get(path) ?? new Map<string, number>();
      calls.set(path, ofPath.set(called, (ofPath.get(called) ?? 0) + rate));
      ask(called, rate, depth + 1);
    }
  };
  const entries = new Set<string>();
  for (const source of arrivals) {
    const rate = busiestRate(source, run.for);
    if (rate === 0) continue;
    entries.add(source.operation);
    ask(source.operation, rate, 0);
  }
  return { operations, calls, entries };
}
