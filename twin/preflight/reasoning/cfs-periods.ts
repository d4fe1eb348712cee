/** Linux gives a cgroup its quota anew in each of these: `cpu.max` of cgroup v2, which Docker and Kubernetes leave as it is. */
export const cfsPeriodMs = 100;

/** Processor work of one request under a quota. */
export interface QuotaWork {
  /** Of all its threads together. */
  readonly cpuMs: number;
  /** That run at once. */
  readonly threads: number;
  /** `limits.cpuCores`. */
  readonly quotaCores: number;
}

/** How long a request takes under a quota, by when in a period it comes. */
export interface QuotaTimes {
  /** Without a quota. */
  readonly freeMs: number;
  readonly bestMs: number;
  readonly meanMs: number;
  readonly worstMs: number;
  /** The share of arrivals that meet the worst time within a millisecond. */
  readonly worstRatio: number;
  /** Periods in which it runs, where it comes at the start of one. */
  readonly periods: number;
}

/** So many moments of arrival within one period; ten in a millisecond. */
const phases = 1_000;

/**
 * How long a request takes that comes so long after a period has begun, alone. The periods are one fixed lattice: it has
 * the whole quota of the period in which it comes, of which it can use no more than there is time left for, and of each
 * later one the quota anew (kernel documentation, scheduler/sched-bwc).
 *
 * @param work - What the request needs, and what it is given.
 * @param phaseMs - Since the period began: 0 to below `cfsPeriodMs`.
 */
export function timeUnderQuotaMs({ cpuMs, threads, quotaCores }: QuotaWork, phaseMs: number): number {
  const quotaMs = quotaCores * cfsPeriodMs;
  const leftMs = cfsPeriodMs - phaseMs;
  if (threads <= quotaCores) return cpuMs / threads;
  const first = Math.min(quotaMs, threads * leftMs);
  if (cpuMs <= first) return cpuMs / threads;
  const rest = cpuMs - first;
  // 30 ms of 13 ms quotas: quotients of decimal fractions miss whole numbers by the last digits of a double.
  const whole = Math.max(0, Math.ceil(Number((rest / quotaMs).toFixed(9))) - 1);
  return leftMs + whole * cfsPeriodMs + (rest - whole * quotaMs) / threads;
}

/**
 * How long a request takes under a quota: at best, on average and at worst over all moments at which it may come.
 *
 * @param work - What the request needs, and what it is given; the quota above zero.
 */
export function timesUnderQuota(work: QuotaWork): QuotaTimes {
  const times = Array.from({ length: phases }, (_, at) => timeUnderQuotaMs(work, (at * cfsPeriodMs) / phases));
  const worstMs = Math.max(...times);
  return {
    freeMs: work.cpuMs / work.threads,
    bestMs: Math.min(...times),
    meanMs: times.reduce((sum, time) => sum + time, 0) / phases,
    worstMs,
    worstRatio: times.filter((time) => time >= worstMs - 1).length / phases,
    periods: Math.max(1, Math.ceil(Number((work.cpuMs / (work.quotaCores * cfsPeriodMs)).toFixed(9)))),
  };
}
