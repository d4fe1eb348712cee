import type { Clock } from '../../../../../src/kernel/index.ts';

/** Values that are good for a while, a bounded number of them. */
export interface TtlCache<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
}

/**
 * A cache that forgets what is too old and, when full, what was written longest ago.
 *
 * @param capacity - How many it holds; 0 holds none.
 * @param ttlMs - How long a value is good.
 * @param clock - Tells the age.
 */
export function createTtlCache<Value>(capacity: number, ttlMs: number, clock: Clock): TtlCache<Value> {
  const entries = new Map<string, { readonly value: Value; readonly untilMs: number }>();
  return {
    get: (key) => {
      const entry = entries.get(key);
      if (entry === undefined || entry.untilMs > clock.monotonicMs()) return entry?.value;
      entries.delete(key);
      return undefined;
    },
    set: (key, value) => {
      // A map keeps the order of insertion: taking the key out first makes it the youngest.
      entries.delete(key);
      entries.set(key, { value, untilMs: clock.monotonicMs() + ttlMs });
      while (entries.size > capacity) {
        const [oldest] = entries.keys();
        if (oldest === undefined) return;
        entries.delete(oldest);
      }
    },
  };
}
