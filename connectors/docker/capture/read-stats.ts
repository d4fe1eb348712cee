import type { ContainerStats } from './container-behaviour.ts';
import { statsAnswer } from './stats-answer.ts';
import type { StatsAnswer } from './stats-answer.ts';

type Totals = Pick<
  ContainerStats,
  | 'cpuSecondsTotal'
  | 'cpuPeriodsTotal'
  | 'cpuThrottledPeriodsTotal'
  | 'cpuThrottledSecondsTotal'
  | 'networkReceivedBytesTotal'
  | 'networkSentBytesTotal'
  | 'networkDroppedPacketsTotal'
  | 'blockReadBytesTotal'
  | 'blockWrittenBytesTotal'
>;

const secondsOf = (nanoseconds: number | undefined): number | undefined =>
  nanoseconds === undefined ? undefined : nanoseconds / 1e9;

function networkTotal(answer: StatsAnswer, bytes: 'rx_bytes' | 'tx_bytes'): number | undefined {
  // A container with the host's network, or with none, has no interface of its own, and so no traffic of its own.
  const known = answer.networks.flatMap(([, link]) => link[bytes] ?? []);
  return known.length === 0 ? undefined : known.reduce((total, each) => total + each, 0);
}

function blockTotal({ blkio_stats: { io_service_bytes_recursive: entries } }: StatsAnswer, operation: string): number {
  return entries.filter(({ op }) => op?.toLowerCase() === operation).reduce((total, { value }) => total + value, 0);
}

function totalsOf(answer: StatsAnswer): Totals {
  const { periods, throttled_periods: throttled, throttled_time: throttledNs } = answer.cpu_stats.throttling_data;
  // Without a quota the kernel counts no periods.
  const hasQuota = periods !== undefined && periods > 0;
  return {
    cpuSecondsTotal: secondsOf(answer.cpu_stats.cpu_usage.total_usage),
    cpuPeriodsTotal: hasQuota ? periods : undefined,
    cpuThrottledPeriodsTotal: hasQuota ? throttled : undefined,
    cpuThrottledSecondsTotal: hasQuota ? secondsOf(throttledNs) : undefined,
    networkReceivedBytesTotal: networkTotal(answer, 'rx_bytes'),
    networkSentBytesTotal: networkTotal(answer, 'tx_bytes'),
    networkDroppedPacketsTotal:
      answer.networks.length === 0
        ? undefined
        : answer.networks.reduce((total, [, link]) => total + (link.rx_dropped ?? 0) + (link.tx_dropped ?? 0), 0),
    blockReadBytesTotal: blockTotal(answer, 'read'),
    blockWrittenBytesTotal: blockTotal(answer, 'write'),
  };
}

/** Undefined where one is lacking, or where a counter began anew because the container did. */
function increase(earlier: number | undefined, later: number | undefined): number | undefined {
  return earlier === undefined || later === undefined || later < earlier ? undefined : later - earlier;
}

function memoryOf({ memory_stats: memory }: StatsAnswer) {
  const { usage, limit, stats } = memory;
  // As `docker stats`: on cgroup 1 the tree's total, on cgroup 2 the plain one, which is the tree's there.
  const cache = stats.total_inactive_file ?? stats.inactive_file;
  return {
    memoryBytes: usage === undefined ? undefined : Math.max(0, usage - (cache ?? 0)),
    memoryCacheBytes: cache,
    memoryLimitBytes: limit === undefined || limit === 0 ? undefined : limit,
  };
}

/**
 * What a container uses.
 *
 * @param later - The engine's last answer.
 * @param earlier - The one before; undefined where there was none.
 * @returns Undefined where the answer tells no time: the container did not run.
 */
export function containerStats(later: unknown, earlier: unknown): ContainerStats | undefined {
  const now = statsAnswer.parse(later);
  if (now.read === undefined) return undefined;
  const before = statsAnswer.parse(earlier);
  const passedMs = before.read === undefined ? 0 : now.read - before.read;
  const intervalMs = passedMs > 0 ? passedMs : undefined;
  const totals = totalsOf(now);
  const past = totalsOf(before);
  const perSecond = (name: keyof Totals): number | undefined => {
    const grown = increase(past[name], totals[name]);
    return intervalMs === undefined || grown === undefined ? undefined : grown / (intervalMs / 1e3);
  };
  const periods = increase(past.cpuPeriodsTotal, totals.cpuPeriodsTotal);
  const throttled = increase(past.cpuThrottledPeriodsTotal, totals.cpuThrottledPeriodsTotal);
  return {
    readAtMs: now.read,
    intervalMs,
    ...totals,
    cpuCores: perSecond('cpuSecondsTotal'),
    cpuThrottledRatio:
      intervalMs === undefined || periods === undefined || throttled === undefined || periods === 0
        ? undefined
        : throttled / periods,
    ...memoryOf(now),
    networkReceivedBytesPerSecond: perSecond('networkReceivedBytesTotal'),
    networkSentBytesPerSecond: perSecond('networkSentBytesTotal'),
    blockReadBytesPerSecond: perSecond('blockReadBytesTotal'),
    blockWrittenBytesPerSecond: perSecond('blockWrittenBytesTotal'),
    pids: now.pids_stats.current,
  };
}
