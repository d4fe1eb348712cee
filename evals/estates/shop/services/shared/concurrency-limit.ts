import type { Clock } from '../../../../../src/kernel/index.ts';
import { DependencyError } from './dependency-error.ts';

/** The bounds of a concurrency limit. */
export interface ConcurrencyLimitOptions {
  /** Names the dependency in the error. */
  readonly dependency: string;
  /** How many may work at once. */
  readonly concurrency: number;
  /** How many may wait; more are refused at once. */
  readonly queue: number;
  /** How long one may wait. */
  readonly queueTimeoutMs: number;
}

/** Lets a bounded number of callers work at once and a bounded number wait for a bounded time. */
export interface ConcurrencyLimit {
  /**
   * Runs work when there is room.
   *
   * @throws DependencyError `saturated` where there is no room to work or to wait, or the wait took too long.
   */
  run<Result>(work: () => Promise<Result>): Promise<Result>;
  readonly working: number;
  readonly waiting: number;
}

/**
 * Creates a concurrency limit that serves in order of arrival.
 *
 * @param options - The bounds.
 * @param clock - Measures the waits.
 */
export function createConcurrencyLimit(options: ConcurrencyLimitOptions, clock: Clock): ConcurrencyLimit {
  const { dependency, concurrency, queue, queueTimeoutMs } = options;
  const waiters: (() => void)[] = [];
  let working = 0;

  const waitForTurn = async (): Promise<void> => {
    if (waiters.length >= queue) throw new DependencyError(dependency, 'saturated', `more than ${queue} calls wait`);
    const patience = new AbortController();
    const admit = (): void => patience.abort();
    waiters.push(admit);
    await clock.sleep(queueTimeoutMs, patience.signal);
    // The place that frees is handed over inside `admit`, so nobody who arrives in between can take it.
    if (patience.signal.aborted) return;
    waiters.splice(waiters.indexOf(admit), 1);
    throw new DependencyError(dependency, 'saturated', `no place became free within ${queueTimeoutMs} ms`);
  };

  return {
    run: async (work) => {
      if (working >= concurrency) await waitForTurn();
      else working += 1;
      try {
        return await work();
      } finally {
        const next = waiters.shift();
        if (next === undefined) working -= 1;
        else next();
      }
    },
    get working() {
      return working;
    },
    get waiting() {
      return waiters.length;
    },
  };
}
