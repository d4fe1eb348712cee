import { z } from 'zod';

const unitMs = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** No outside system is told of a longer one: 292 years, as nanoseconds in the signed 64-bit number that most keep it in. */
const longestMs = 2 ** 63 / 1e6;

const pattern = /^(?:\d+(?:\.\d+)?(?:ms|s|m|h|d))+$/;

/**
 * Reads a duration as people write it: `250ms`, `30s`, `1m30s`, `2h`.
 *
 * @param text - A number with a unit, several in a row added up.
 * @returns Milliseconds, or `undefined` where the text is not a duration, or one of more than 292 years.
 */
export function parseDurationMs(text: string): number | undefined {
  if (!pattern.test(text)) return undefined;
  let totalMs = 0;
  for (const [, amount, unit] of text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h|d)/g)) {
    totalMs += Number(amount) * unitMs[unit as keyof typeof unitMs];
  }
  return totalMs < longestMs ? totalMs : undefined;
}

/**
 * Writes milliseconds in the largest units that keep it short: `820 ms`, `4.2 s`, `3 min 20 s`, `7 d`, `2 d 5 h`, `2,595 d`.
 *
 * @param durationMs - Not negative.
 */
export function formatDuration(durationMs: number): string {
  // The bounds are where rounding would reach the next unit.
  if (durationMs < 999.5) return `${Math.round(durationMs)} ms`;
  if (durationMs < 59_950) return `${(durationMs / 1_000).toFixed(1)} s`;
  const seconds = Math.round(durationMs / 1_000);
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  const hours = Math.floor(seconds / 3_600);
  if (hours < 48) return `${hours} h ${Math.floor((seconds % 3_600) / 60)} min`;
  const days = Math.floor(hours / 24);
  // Of what is months old, nobody asks the hour.
  return hours % 24 === 0 || days >= 100 ? `${days.toLocaleString('en')} d` : `${days} d ${hours % 24} h`;
}

/** A schema for a duration in a file or an option: a string with a unit that becomes milliseconds at the border. */
export const durationMsSchema = z.string().transform((text, context) => {
  const parsed = parseDurationMs(text);
  if (parsed !== undefined) return parsed;
  context.addIssue({ code: 'custom', message: 'a duration with a unit, such as 250ms, 30s, 1m30s or 2h' });
  return z.NEVER;
});
