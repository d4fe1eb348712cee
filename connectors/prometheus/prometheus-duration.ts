const unitMs = { ms: 1, s: 1e3, m: 6e4, h: 3.6e6, d: 8.64e7, w: 6.048e8, y: 3.1536e10 } as const;

/**
 * Reads a duration as Prometheus writes it: `15s`, `1h30m`, `1w`, `0`.
 *
 * @param text - A number with a unit, several in a row, the largest first.
 * @returns Milliseconds, or undefined where the text is not a duration.
 */
export function prometheusDurationMs(text: string): number | undefined {
  if (text === '0') return 0;
  if (!/^(?:\d{1,12}(?:ms|[smhdwy])){1,7}$/.test(text)) return undefined;
  let totalMs = 0;
  for (const [, amount, unit] of text.matchAll(/(\d+)(ms|[smhdwy])/g)) {
    totalMs += Number(amount) * unitMs[unit as keyof typeof unitMs];
  }
  return totalMs;
}
