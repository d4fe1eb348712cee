import type { ContentionData } from '../../../src/estate/index.ts';
import { demandByBusyTime } from './demand-by-busy-time.ts';
import { demandWithoutWaiting } from './demand-without-waiting.ts';

/** Whether a server is kept until the work is done, or shared by all who are there. */
export type SeenDiscipline = 'first-come-first-served' | 'processor-sharing' | 'unknown';

/** Times the standard error of the difference: one chance of a thousand. */
const clearly = 3.29;
const normal975 = 1.959963984540054;

/** A difference that no prediction would notice is none. */
const noticed = 0.03;

/**
 * Tells the discipline of a component's servers: the work by busy time is right for both; the own time of those who found
 * a free server is that same work where servers are kept, and more where later arrivals share them.
 *
 * @param contention - Of all operations of the component.
 * @param servers - How many can be served at once.
 */
export function seenDiscipline(contention: ContentionData, servers: number): SeenDiscipline {
  const work = demandByBusyTime(contention, servers);
  const alone = demandWithoutWaiting(contention.byRunnable, servers);
  if (work === undefined || alone === undefined) return 'unknown';
  const own = contention.byRunnable.reduce((sum, { ownMs }) => sum + ownMs, 0) / contention.count;
  // Where nobody ever waited, both are the own time, and nothing tells.
  if (own < work.mean * (1 + noticed)) return 'unknown';
  const error = Math.hypot(alone.high - alone.low, work.high - work.low) / 2 / normal975;
  const more = alone.mean - work.mean;
  if (more > clearly * error && more > noticed * work.mean) return 'processor-sharing';
  // The share of what all gained that those who came to a free server had no part of.
  return more + clearly * error < (own - work.mean) / 2 ? 'first-come-first-served' : 'unknown';
}
