import type { ContentionData } from '../../../src/estate/index.ts';
import { meanOfSums } from './estimated.ts';
import type { Estimated } from './estimated.ts';

/** Own time by the others that a request met, as a fact `contention` has it. */
export type ByCompany = ContentionData['byInFlight'];

/** Of bins that hold several numbers of others, only those that lie below the limit as a whole. */
export function below(byCompany: ByCompany, servers: number): ByCompany {
  return byCompany.filter(({ others }, at) => {
    const next = byCompany[at + 1]?.others;
    return others < servers && (others <= 16 || (next !== undefined && next <= servers));
  });
}

/**
 * The work of a request, in milliseconds, from those that found a free server when they came: where a server is kept
 * until the work is done (first come, first served), their own time is work alone, whatever comes later. Where servers are
 * shared, later arrivals slow them down too, and it is an upper bound.
 *
 * @param byCompany - Own time by the others that were there at arrival.
 * @param servers - How many can be served at once.
 * @returns Undefined with fewer than 30 such requests.
 */
export function demandWithoutWaiting(byCompany: ByCompany, servers: number): Estimated | undefined {
  let [count, sum, squares] = [0, 0, 0];
  for (const bin of below(byCompany, servers)) {
    count += bin.count;
    sum += bin.ownMs;
    squares += bin.ownMsSquared;
  }
  return meanOfSums(count, sum, squares);
}
