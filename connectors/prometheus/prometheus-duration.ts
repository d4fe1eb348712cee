import { amountIn } from './amount.ts';

const unitMs = { ms: 1, s: 1e3, m: 6e4, h: 3.6e6, d: 8.64e7, w: 6.048e8, y: 3.1536e10 } as const;

/** Prometheus counts a duration in nanoseconds, of which a signed 64-bit number holds 292 years; it refuses a longer one. */
const longestMs = 2 ** 63 / 1e6;

const ifPossible = (durationMs: number | undefined): number | undefined =>
  durationMs !== undefined && durationMs < longestMs ? durationMs : undefined;

/**
 * Reads a duration as Prometheus writes it: `15s`, `1h30m`, `1w`, `0`.
 *
 * @param text - A number with a unit, several in a row, the largest first.
 * @returns Milliseconds, or undefined where the text is not a duration, or one of more than 292 years.
 */
export function prometheusDurationMs(text: string): number | undefined {
  if (text === '0') return 0;
  if (!/^(?:\d{1,12}(?:ms|[smhdwy])){1,7}$/.test(text)) return undefined;
  let totalMs = 0;
  for (const [, amount, unit] of text.matchAll(/(\d+)(ms|[smhdwy])/g)) {
    totalMs += Number(amount) * unitMs[unit as keyof typeof unitMs];
  }
  return ifPossible(totalMs);
}

/**
 * Reads a duration as Prometheus answers it: a number of seconds.
 *
 * @param seconds - As JSON.parse gave it.
 * @returns Milliseconds, or undefined where it is not a duration, or one of more than 292 years.
 */
export const durationMsOfSeconds = (seconds: unknown): number | undefined =>
  ifPossible(typeof seconds === 'number' ? amountIn(seconds, 1e3) : undefined);
