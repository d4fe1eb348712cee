import type { Clock, RandomSource } from '../../../../../src/kernel/index.ts';

/** A Poisson process in real time. */
export interface ArrivalProcess {
  /** Changes the rate at once; 0 is silence. */
  setRate(ratePerSecond: number): void;
  /** Runs until the signal is aborted. */
  run(signal: AbortSignal): Promise<void>;
}

/**
 * Creates a Poisson process: exponential gaps, counted from one intended moment to the next. What an arrival sets off
 * is never waited for, and a late wake-up is made up for at once, so neither slow answers nor a busy processor thin the
 * load out (no coordinated omission).
 *
 * @param ratePerSecond - Arrivals per second at first.
 * @param arrive - Told the intended moment of each arrival on the monotonic clock; must not block.
 * @param parts - Time and chance.
 */
export function createArrivalProcess(
  ratePerSecond: number,
  arrive: (dueMs: number) => void,
  parts: { readonly clock: Clock; readonly random: RandomSource },
): ArrivalProcess {
  const { clock, random } = parts;
  let rate = ratePerSecond;
  let changed = new AbortController();

  const drawGapMs = (): number => (rate > 0 ? random.exponential(1_000 / rate) : Infinity);

  return {
    setRate: (next) => {
      rate = next;
      changed.abort();
    },
    run: async (signal) => {
      const longestSleepMs = 60_000;
      let dueMs = clock.monotonicMs() + drawGapMs();
      while (!signal.aborted) {
        if (changed.signal.aborted) {
          changed = new AbortController();
          // Exponential gaps have no memory: drawing the rest of the gap anew at the new rate is exact.
          dueMs = clock.monotonicMs() + drawGapMs();
        }
        const waitMs = dueMs - clock.monotonicMs();
        if (waitMs > 0) {
          await clock.sleep(Math.min(waitMs, longestSleepMs), AbortSignal.any([signal, changed.signal]));
          continue;
        }
        arrive(dueMs);
        dueMs += drawGapMs();
      }
    },
  };
}
