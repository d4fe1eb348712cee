import type { Clock } from '../src/kernel/index.ts';

/** Time that passes only when it is told to. */
export interface ManualClock extends Clock {
  /** Lets time pass, waking in order whoever sleeps until then. */
  advance(durationMs: number): Promise<void>;
}

/** Lets everything that can go on without time passing go on. */
async function settle(): Promise<void> {
  // Wake-ups run through chains of promises; macrotasks come after all of those.
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** A clock for tests, at 0. */
export function createManualClock(): ManualClock {
  let nowMs = 0;
  let sleepers: { readonly untilMs: number; readonly wake: () => void }[] = [];
  return {
    nowMs: () => nowMs,
    monotonicMs: () => nowMs,
    sleep: (durationMs, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted === true) {
          resolve();
          return;
        }
        const sleeper = { untilMs: nowMs + durationMs, wake: resolve };
        sleepers.push(sleeper);
        signal?.addEventListener('abort', () => {
          sleepers = sleepers.filter((other) => other !== sleeper);
          resolve();
        });
      }),
    advance: async (durationMs) => {
      const endMs = nowMs + durationMs;
      await settle();
      for (;;) {
        const [next] = sleepers.toSorted((left, right) => left.untilMs - right.untilMs);
        if (next === undefined || next.untilMs > endMs) break;
        nowMs = Math.max(nowMs, next.untilMs);
        sleepers = sleepers.filter((other) => other !== next);
        next.wake();
        await settle();
      }
      nowMs = endMs;
    },
  };
}
