import type { LoggedRequest } from './request-log.ts';

/** How busy its instance was while a request was there. */
export interface Company {
  /** Other requests in flight when it came. */
  readonly inFlight: number;
  /** Other requests that were in the component itself, and not waiting for a call, when it came. */
  readonly runnable: number;
  /**
   * How long it was in the component itself while so many were, itself among them: at index n - 1 the milliseconds
   * during which n were.
   */
  readonly atOnceMs: readonly number[];
}

interface Event {
  readonly atMs: number;
  /** Ends come before beginnings at the same moment: one that ends as another begins is over. */
  readonly order: 0 | 1 | 2 | 3;
  readonly index: number;
}

const ownEnds = 0;
const ends = 1;
const begins = 2;
const ownBegins = 3;

function eventsOf(requests: readonly LoggedRequest[]): Event[] {
  const events: Event[] = [];
  requests.forEach(({ startMs, endMs, ownMs }, index) => {
    events.push({ atMs: startMs, order: begins, index }, { atMs: endMs, order: ends, index });
    for (let at = 0; at + 1 < ownMs.length; at += 2) {
      const [from, to] = [ownMs[at] as number, ownMs[at + 1] as number];
      if (to > from) events.push({ atMs: from, order: ownBegins, index }, { atMs: to, order: ownEnds, index });
    }
  });
  // A request that takes no time must begin before it ends, whatever else happens then.
  return events.sort(
    (left, right) =>
      left.atMs - right.atMs ||
      Number(isEmpty(requests, left)) - Number(isEmpty(requests, right)) ||
      left.order - right.order ||
      left.index - right.index,
  );
}

function isEmpty(requests: readonly LoggedRequest[], { index, order }: Event): boolean {
  const request = requests[index];
  return request !== undefined && request.startMs === request.endMs && order === ends;
}

/**
 * Goes through the requests of one instance in order of time and says of each how busy the instance was meanwhile.
 *
 * @param requests - All of one instance, in any order. What is missing among them makes the instance look less busy.
 * @returns One for each, in their order.
 */
export function sweepInstance(requests: readonly LoggedRequest[]): readonly Company[] {
  const company = requests.map(() => ({ inFlight: 0, runnable: 0, atOnceMs: [] as number[] }));
  const running = new Set<number>();
  let inFlight = 0;
  let beforeMs = -Infinity;
  for (const { atMs, order, index } of eventsOf(requests)) {
    const passedMs = atMs - beforeMs;
    if (passedMs > 0 && running.size > 0) {
      const place = running.size - 1;
      for (const each of running) {
        const { atOnceMs } = company[each] as { readonly atOnceMs: number[] };
        while (atOnceMs.length <= place) atOnceMs.push(0);
        atOnceMs[place] = (atOnceMs[place] ?? 0) + passedMs;
      }
    }
    beforeMs = atMs;
    if (order === ownEnds) running.delete(index);
    else if (order === ends) inFlight -= 1;
    else if (order === begins) {
      Object.assign(company[index] as Company, { inFlight, runnable: running.size });
      inFlight += 1;
    } else running.add(index);
  }
  return company;
}
