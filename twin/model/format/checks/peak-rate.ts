import type { Arrivals } from '../arrivals.ts';

/**
 * The highest rate that arrivals reach, without their retries; 0 for users, who wait for answers.
 *
 * @param arrivals - Of a model.
 * @returns Requests per second.
 */
export function peakPerSecondOf(arrivals: Arrivals): number {
  if ('users' in arrivals) return 0;
  if ('rate' in arrivals) {
    return typeof arrivals.rate === 'number'
      ? arrivals.rate
      : arrivals.rate.reduce((peak, [, perSecond]) => Math.max(peak, perSecond), 0);
  }
  const { at, repeatEvery } = arrivals;
  const lastMs = at.reduce((last, each) => Math.max(last, each), 0);
  const spanMs = repeatEvery ?? lastMs;
  return spanMs > 0 ? (at.length / spanMs) * 1_000 : 0;
}
