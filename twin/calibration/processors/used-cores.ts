import type { EstateView } from '../../preflight/index.ts';

/** Cores that a component used, all its instances together. */
export interface UsedCores {
  readonly cores: number;
  /** One standard error over the value. */
  readonly errorRatio: number;
  /** Of how many measurements. */
  readonly count: number;
}

/**
 * Counters of processor seconds by their names in OpenTelemetry and Prometheus, the better first: a container is all that
 * its limit is about, a process is most of it.
 */
const counters = [
  'container.cpu.time',
  'container_cpu_usage_seconds_total',
  'process.cpu.time',
  'process_cpu_seconds_total',
] as const;

/** A measurement of one moment stands for the window with this error. */
const momentErrorRatio = 0.25;

const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** By counters that grew over the window of the capture: over all of its instances, and over user and system time. */
function byCounters(view: EstateView, component: string): UsedCores | undefined {
  const series = (view.of(component, 'series') ?? []).filter(({ statistic }) => statistic === 'per-second');
  for (const counter of counters) {
    const own = series.filter(({ metric, points }) => metric === counter && points >= 2);
    const cores = total(own.map(({ mean }) => mean));
    if (cores <= 0) continue;
    const variance = total(own.map(({ standardDeviation, points }) => standardDeviation ** 2 / points));
    return { cores, errorRatio: Math.sqrt(variance) / cores, count: total(own.map(({ points }) => points)) };
  }
  return undefined;
}

/**
 * How many cores a component used while it was captured: by counters of processor time where its telemetry has them, else by
 * what its engine told at one moment.
 *
 * @param view - The estate.
 * @param component - Its name.
 * @returns Undefined where nobody measured it.
 */
export function usedCores(view: EstateView, component: string): UsedCores | undefined {
  const counted = byCounters(view, component);
  if (counted !== undefined) return counted;
  const moments = view
    .knownOf(component, 'usage', 'instance')
    .flatMap(({ value }) => (value.cpuCores === undefined ? [] : [value.cpuCores]));
  if (moments.length === 0) return undefined;
  return { cores: total(moments), errorRatio: momentErrorRatio, count: moments.length };
}
