import type { LoggedRequest } from './request-log.ts';

/** How busy its instance was while a request was there. */
export interface Company {
  /** Other requests in flight when it came. */
  readonly inFlight: number;
  /** Other requests that were in the component itself, and not waiting for a call, when it came. */
  readonly runnable: number;
  /**
   * How long it was in the component itself while so many were, itself among them: at index n - 1 the milliseconds
   * during which n were, for n up to `mostAtOnce`.
   */
  readonly atOnceMs: readonly number[];
  /** The same for all numbers past that: the time, and the integral of one over their number. */
  readonly beyond: { readonly ms: number; readonly perRequestMs: number };
}

/** Numbers of requests at once that are told apart. */
export const mostAtOnce = 64;

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

/** How long so many were in the component itself until now, for each number; then the time beyond, and its integral. */
const clockFields = mostAtOnce + 2;
const beyondMs = mostAtOnce;
const beyondPerRequest = mostAtOnce + 1;

function companyOf(inFlight: number, runnable: number, passedMs: Float64Array): Company {
  let told = mostAtOnce;
  while (told > 0 && passedMs[told - 1] === 0) told -= 1;
  return {
    inFlight,
    runnable,
    atOnceMs: [...passedMs.subarray(0, told)],
    beyond: { ms: passedMs[beyondMs] ?? 0, perRequestMs: passedMs[beyondPerRequest] ?? 0 },
  };
}

/** A request that is there: what it met, and what it has passed by itself. */
interface Present {
  readonly inFlight: number;
  readonly runnable: number;
  readonly passedMs: Float64Array;
}

/**
 * Goes through the requests of one instance in order of time and says of each how busy the instance was meanwhile. What it
 * holds and does is bounded by those that are there at once, however many they are.
 *
 * @param requests - All of one instance, in any order. What is missing among them makes the instance look less busy.
 * @param take - Told of each when it ends, by its place among `requests`.
 */
export function sweepInstance(
  requests: readonly LoggedRequest[],
  take: (company: Company, index: number) => void,
): void {
  const clock = new Float64Array(clockFields);
  const present = new Map<number, Present>();
  let running = 0;
  let beforeMs = -Infinity;
  /** Of time so far, taken away at a beginning and added at an end: what is left lies between them. */
  const count = (index: number, sign: 1 | -1): void => {
    const passedMs = present.get(index)?.passedMs;
    if (passedMs === undefined) return;
    for (let field = 0; field < clockFields; field += 1)
      passedMs[field] = (passedMs[field] as number) + sign * (clock[field] as number);
  };
  for (const { atMs, order, index } of eventsOf(requests)) {
    const passedMs = atMs - beforeMs;
    if (passedMs > 0 && running > 0) {
      if (running <= mostAtOnce) clock[running - 1] = (clock[running - 1] as number) + passedMs;
      else {
        clock[beyondMs] = (clock[beyondMs] as number) + passedMs;
        clock[beyondPerRequest] = (clock[beyondPerRequest] as number) + passedMs / running;
      }
    }
    beforeMs = atMs;
    if (order === ownEnds) {
      count(index, 1);
      running -= 1;
    } else if (order === ownBegins) {
      count(index, -1);
      running += 1;
    } else if (order === begins) {
      present.set(index, { inFlight: present.size, runnable: running, passedMs: new Float64Array(clockFields) });
    } else {
      const { inFlight, runnable, passedMs: passed } = present.get(index) as Present;
      present.delete(index);
      take(companyOf(inFlight, runnable, passed), index);
    }
  }
}
