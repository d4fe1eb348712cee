import { quantileOf } from './quantile-of.ts';

/** Of a normal distribution, the tenth and the ninetieth percentile are so many standard deviations apart. */
const deviationsOfTenths = 2.563103131089201;

/**
 * The standard deviation between windows of usual times, which outages among them do not move.
 *
 * @param values - One a window; `undefined` where nothing was measured.
 * @returns 0 where nothing was.
 */
export function usualDeviation(values: readonly (number | undefined)[]): number {
  const some = values.filter((value): value is number => value !== undefined);
  return some.length === 0 ? 0 : (quantileOf(some, 0.9) - quantileOf(some, 0.1)) / deviationsOfTenths;
}
