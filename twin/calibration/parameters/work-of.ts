import type { EstateView } from '../../preflight/index.ts';
import { demandByBusyTime } from '../demand/index.ts';
import type { ByRunnable } from '../demand/index.ts';
import type { Range } from '../range.ts';
import { workOfFew } from './parameter.ts';
import type { Parameter } from './parameter.ts';

/** With fewer, a mean and its error are both chance. */
const fewestRequests = 30;

/** Milliseconds at best, and from the most servers that there may be to the fewest. */
function byBusyTime(byRunnable: ByRunnable, servers: Range): Range | undefined {
  const best = demandByBusyTime(byRunnable, servers.best);
  const least = demandByBusyTime(byRunnable, servers.low);
  const most = demandByBusyTime(byRunnable, servers.high);
  if (best === undefined || least === undefined || most === undefined) return undefined;
  return { best: best.mean, low: Math.min(least.low, best.low), high: Math.max(most.high, best.high) };
}

/**
 * How long a request of an operation takes in its component without waiting for others.
 *
 * Where a stretch of time was seen whole, from how busy the instance was meanwhile. Else from the time in the component,
 * which holds the waiting: with N requests in it on average, those of all its operations together, and c servers, of the
 * time R at least R / (1 + N / c) is work, which is what processor sharing with exponential work and one server leaves.
 *
 * @param view - The estate.
 * @param component - Which.
 * @param operation - Of it.
 * @param servers - How many requests an instance works on at once.
 * @returns Undefined where none was seen.
 */
export function workOf(view: EstateView, component: string, operation: string, servers: Range): Parameter | undefined {
  const subject = { kind: 'operation', component, operation } as const;
  const parameter = (found: Pick<Parameter, 'value' | 'source' | 'count' | 'because'>): Parameter => ({
    kind: 'work',
    of: `${component}/${operation}`,
    ...found,
  });
  const contention = view.value(subject, 'contention');
  if (contention !== undefined && contention.isComplete !== false) {
    const value = byBusyTime(contention.byRunnable, servers);
    const { count } = contention;
    if (value !== undefined) {
      const told = servers.low === servers.high ? `${servers.best}` : `${servers.low} to ${servers.high}`;
      return parameter({ value, source: 'trace', count, because: `time in it less waiting, with ${told} at once` });
    }
  }
  const self = view.value(subject, 'self-time');
  if (self === undefined) return undefined;
  if (self.count < fewestRequests) return workOfFew(`${component}/${operation}`, self.sumMs, self.count);
  const meanMs = self.sumMs / self.count;
  const instances = Math.max(1, view.replicasOf(component) ?? 1);
  const inIt = view.knownOf(component, 'self-time', 'operation').reduce((sum, { subject: of, value }) => {
    const perSecond = view.value(of, 'requests')?.perSecond ?? 0;
    return sum + (perSecond * value.sumMs) / Math.max(1, value.count) / 1_000;
  }, 0);
  const lowMs = meanMs / (1 + inIt / instances / servers.low);
  const value = { best: Math.sqrt(meanMs * lowMs), low: lowMs, high: meanMs };
  return parameter({ value, source: 'trace', count: self.count, because: 'time in it, of which some may be waiting' });
}
