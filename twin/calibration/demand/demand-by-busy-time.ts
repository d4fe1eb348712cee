import type { ContentionData } from '../../../src/estate/index.ts';
import { meanOfSums } from './estimated.ts';
import type { Estimated } from './estimated.ts';

/** How long servers were at work in a stretch of own time during which n requests were there: all of it up to as many as there are. */
function workedMs({ atOnceMs, beyond }: ContentionData, servers: number): number {
  return (
    atOnceMs.reduce((sum, ms, place) => sum + ms * Math.min(1, servers / (place + 1)), 0) +
    Math.min(beyond.ms, servers * beyond.perRequestMs)
  );
}

/**
 * The work of a request, in milliseconds, from how long servers were busy: while n requests are in a component that can
 * serve c at once, each has min(1, c/n) of a server on average. Summed over all requests this is the time for which
 * servers were at work, whichever request they worked for: the mean is right for processor sharing and for first come,
 * first served alike, as long as no server stands still while somebody waits, and no request is missing.
 *
 * @param contention - Of an operation. With several operations on an instance each gets its share as under processor
 *   sharing; the sum over all is exact.
 * @param servers - How many can be served at once; half a server is one of half the speed.
 * @returns Undefined with fewer than 30 requests. The interval takes the work to vary, relative to its mean, as the own
 *   time does, which it does at most.
 */
export function demandByBusyTime(contention: ContentionData, servers: number): Estimated | undefined {
  const { count } = contention;
  const own = contention.byRunnable.reduce(
    (sum, { ownMs, ownMsSquared }) => ({ ms: sum.ms + ownMs, squares: sum.squares + ownMsSquared }),
    { ms: 0, squares: 0 },
  );
  const ownMean = meanOfSums(count, own.ms, own.squares);
  if (ownMean === undefined) return undefined;
  if (own.ms === 0) return ownMean;
  const share = workedMs(contention, servers) / own.ms;
  return { mean: ownMean.mean * share, low: ownMean.low * share, high: ownMean.high * share, count };
}
