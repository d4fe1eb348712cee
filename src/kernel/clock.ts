import { setTimeout as delay } from 'node:timers/promises';

/** Time as an argument: whoever needs it is given it, so that a test or a simulation can give another. */
export interface Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  nowMs(): number;
  /** Milliseconds on a clock that never jumps; only differences mean something. */
  monotonicMs(): number;
  /**
   * Resolves after `durationMs`, or at once when `signal` is aborted: the caller looks at the signal.
   *
   * @param durationMs - How long, at least.
   * @param signal - Ends the wait early.
   */
  sleep(durationMs: number, signal?: AbortSignal): Promise<void>;
}

/** The machine's own time. */
export const systemClock: Clock = {
  nowMs: () => Date.now(),
  monotonicMs: () => performance.now(),
  sleep: async (durationMs, signal) => {
    try {
      await delay(durationMs, undefined, signal === undefined ? {} : { signal });
    } catch (thrown) {
      if (signal?.aborted !== true) throw thrown;
    }
  },
};
