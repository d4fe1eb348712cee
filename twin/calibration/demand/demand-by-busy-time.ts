import type { ContentionData } from '../../../src/estate/index.ts';
import { meanOfSums } from './estimated.ts';
import type { Estimated } from './estimated.ts';

/** Own time by the others in the component itself at arrival, as a fact `contention` has it. */
export type ByRunnable = ContentionData['byRunnable'];

/**
 * How much work servers did in a stretch of own time, in milliseconds: while n requests are in a component that can serve c
 * at once, each has min(1, c/n) of a server on average.
 *
 * @param bin - The own time of some requests.
 * @param servers - How many can be served at once.
 */
export function workedMs(
  { atOnceMs, beyond }: Pick<ByRunnable[number], 'atOnceMs' | 'beyond'>,
  servers: number,
): number {
  return (
    atOnceMs.reduce((sum, ms, place) => sum + ms * Math.min(1, servers / (place + 1)), 0) +
    Math.min(beyond.ms, servers * beyond.perRequestMs)
  );
}

/**
 * The work of a request, in milliseconds, from how long servers were busy. Summed over all requests, `workedMs` is the time
 * for which servers were at work, whichever request they worked for: the mean is right for processor sharing and for first
 * come, first served alike, as long as no server stands still while somebody waits, and no request is missing.
 *
 * @param byRunnable - Of an operation. With several operations on an instance each gets its share as under processor
 *   sharing; the sum over all is exact.
 * @param servers - How many can be served at once; half a server is one of half the speed.
 * @returns Undefined with fewer than 30 requests. The interval takes the work to vary, relative to its mean, as the own
 *   time does, which it does at most.
 */
export function demandByBusyTime(byRunnable: ByRunnable, servers: number): Estimated | undefined {
  let [count, own, squares, worked] = [0, 0, 0, 0];
  for (const bin of byRunnable) {
    count += bin.count;
    own += bin.ownMs;
    squares += bin.ownMsSquared;
    worked += workedMs(bin, servers);
  }
  const ownMean = meanOfSums(count, own, squares);
  if (ownMean === undefined || own === 0) return ownMean;
  const share = worked / own;
  return { mean: ownMean.mean * share, low: ownMean.low * share, high: ownMean.high * share, count };
}
