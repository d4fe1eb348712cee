import type { Operation } from './journey.ts';
import { operations } from './journey.ts';
import type { Outcome } from './sender.ts';

/** One request that was sent and has ended. */
export interface Sample {
  readonly endedMs: number;
  readonly operation: Operation;
  /** From the moment it was due, so that a late start counts. */
  readonly latencyMs: number;
  /** How much later than due it was sent. */
  readonly lateMs: number;
  readonly outcome: Outcome;
}

/** Quantiles in milliseconds; absent where there is nothing to rank. */
export interface Quantiles {
  readonly p50?: number;
  readonly p95?: number;
  readonly p99?: number;
}

/** What became of one operation's requests within a window. */
export interface OperationSummary {
  readonly operation: Operation;
  readonly requests: number;
  readonly perSecond: number;
  /** Share that ended in a server error, a timeout or a failed connection: what the availability objective counts. */
  readonly errorRatio: number;
  readonly errors: Readonly<Partial<Record<Outcome, number>>>;
  /** Of the good answers. */
  readonly latencyMs: Quantiles;
}

/** Keeps the last while's requests. */
export interface WindowStatistics {
  record(sample: Sample): void;
  /** @param nowMs - The window's end, on the clock of `endedMs`. */
  operations(nowMs: number, windowMs: number): readonly OperationSummary[];
  lateness(nowMs: number, windowMs: number): Quantiles;
}

const unavailable: ReadonlySet<Outcome> = new Set(['server-error', 'timeout', 'connection']);

/**
 * Quantiles by nearest rank: each is a value that was seen.
 *
 * @param values - In any order.
 */
export function quantilesOf(values: readonly number[]): Quantiles {
  const sorted = [...values].sort((left, right) => left - right);
  if (sorted.length === 0) return {};
  const at = (share: number): number => {
    const value = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
    return Math.round(value * 10) / 10;
  };
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}

/**
 * Creates the memory of the last while.
 *
 * @param keepMs - How far back it reaches.
 */
export function createWindowStatistics(keepMs: number): WindowStatistics {
  let samples: Sample[] = [];
  let stale = 0;

  const within = (nowMs: number, windowMs: number): readonly Sample[] =>
    samples.filter(({ endedMs }) => endedMs > nowMs - windowMs && endedMs <= nowMs);

  return {
    record: (sample) => {
      samples.push(sample);
      while ((samples[stale]?.endedMs ?? Infinity) < sample.endedMs - keepMs) stale += 1;
      // Dropping one by one would move the whole array each time.
      if (stale > 10_000) {
        samples = samples.slice(stale);
        stale = 0;
      }
    },
    operations: (nowMs, windowMs) => {
      const recent = within(nowMs, windowMs);
      return operations.map((operation) => {
        const own = recent.filter((sample) => sample.operation === operation);
        const errors: Partial<Record<Outcome, number>> = {};
        let failed = 0;
        for (const { outcome } of own) {
          if (outcome !== 'ok') errors[outcome] = (errors[outcome] ?? 0) + 1;
          if (unavailable.has(outcome)) failed += 1;
        }
        return {
          operation,
          requests: own.length,
          perSecond: own.length / (windowMs / 1_000),
          errorRatio: own.length === 0 ? 0 : failed / own.length,
          errors,
          latencyMs: quantilesOf(own.filter(({ outcome }) => outcome === 'ok').map(({ latencyMs }) => latencyMs)),
        };
      });
    },
    lateness: (nowMs, windowMs) => quantilesOf(within(nowMs, windowMs).map(({ lateMs }) => lateMs)),
  };
}
