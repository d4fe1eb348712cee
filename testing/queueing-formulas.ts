/**
 * What queueing theory says exactly, for tests and benchmarks of the simulation to be held to. Nothing of the product
 * may take a prediction from here.
 */

/** Requests that come at random (Poisson) to servers that work at random (exponential). */
export interface MarkovQueue {
  readonly arrivalsPerSecond: number;
  readonly meanServiceMs: number;
}

/** Requests that come at random (Poisson) to one server whose times may have any distribution. */
export interface GeneralServiceQueue extends MarkovQueue {
  /** Variance of the service time over the square of its mean: 0 if constant, 1 if exponential. */
  readonly serviceScv: number;
}

/** A queue in its steady state. */
export interface SteadyState {
  /** Of each server. */
  readonly utilisationRatio: number;
  /** Of coming upon no free server; of those let in where not all are. */
  readonly waitProbability: number;
  /** Over all, those that did not wait too. */
  readonly meanWaitMs: number;
  readonly meanResponseMs: number;
  /** Requests that wait, mean over time. */
  readonly meanWaiting: number;
  /** Requests that wait or are served, mean over time. */
  readonly meanPresent: number;
}

/** A queue in its steady state that lets only so many in. */
export interface BoundedSteadyState extends SteadyState {
  /** Of being turned away. */
  readonly blockedRatio: number;
  /** Of those that are let in. */
  readonly acceptedPerSecond: number;
}

/** Mean number of servers that would be busy if there were enough; in Erlangs. */
function offeredLoad({ arrivalsPerSecond, meanServiceMs }: MarkovQueue): number {
  return (arrivalsPerSecond * meanServiceMs) / 1_000;
}

/** The load of each server of a queue that has a steady state. */
function stableUtilisation(queue: MarkovQueue, servers: number): number {
  const ratio = offeredLoad(queue) / servers;
  if (ratio < 1) return ratio;
  throw new Error(
    `no steady state: ${ratio} of what ${servers} servers can do is asked of them; less than 1 is needed`,
  );
}

/** All figures from the mean wait, by Little's law (Little, Operations Research 9(3), 1961). */
function fromMeanWait(
  { arrivalsPerSecond, meanServiceMs }: MarkovQueue,
  utilisationRatio: number,
  waitProbability: number,
  meanWaitMs: number,
): SteadyState {
  const meanResponseMs = meanWaitMs + meanServiceMs;
  return {
    utilisationRatio,
    waitProbability,
    meanWaitMs,
    meanResponseMs,
    meanWaiting: (arrivalsPerSecond * meanWaitMs) / 1_000,
    meanPresent: (arrivalsPerSecond * meanResponseMs) / 1_000,
  };
}

/**
 * Erlang B: the share of requests that find all servers busy where nobody waits (M/G/c/c). By the recursion over the
 * number of servers, which neither overflows nor cancels (Cooper, Introduction to Queueing Theory, 2nd ed., section 3.3).
 *
 * @param erlangs - Arrival rate times mean service time.
 */
export function erlangB(servers: number, erlangs: number): number {
  let blocked = 1;
  for (let busy = 1; busy <= servers; busy += 1) blocked = (erlangs * blocked) / (busy + erlangs * blocked);
  return blocked;
}

/**
 * Erlang C: the share of requests that have to wait in M/M/c, from Erlang B (Cooper, section 3.4).
 *
 * @param erlangs - Arrival rate times mean service time, below `servers`.
 */
export function erlangC(servers: number, erlangs: number): number {
  const blocked = erlangB(servers, erlangs);
  return blocked / (1 - (erlangs / servers) * (1 - blocked));
}

/** M/M/1, first come first served (Kleinrock, Queueing Systems I, section 3.2). */
export function mm1(queue: MarkovQueue): SteadyState {
  const utilisation = stableUtilisation(queue, 1);
  return fromMeanWait(queue, utilisation, utilisation, (queue.meanServiceMs * utilisation) / (1 - utilisation));
}

/**
 * The time that a share of the requests of an M/M/1 stays below: its response time is exponential (Kleinrock I,
 * section 5.6).
 *
 * @param ratio - The share: 0.99 for the 99th percentile.
 */
export function mm1ResponseQuantileMs(queue: MarkovQueue, ratio: number): number {
  return -Math.log1p(-ratio) * mm1(queue).meanResponseMs;
}

/** M/M/c, first come first served (Kleinrock I, section 3.5). */
export function mmc(queue: MarkovQueue, servers: number): SteadyState {
  const utilisation = stableUtilisation(queue, servers);
  const waits = erlangC(servers, offeredLoad(queue));
  return fromMeanWait(queue, utilisation, waits, (waits * queue.meanServiceMs) / (servers * (1 - utilisation)));
}

/** Share of the requests of an M/M/c that wait for longer than `waitMs` (Cooper, section 3.4, equation 4.19). */
export function mmcWaitsLongerRatio(queue: MarkovQueue, servers: number, waitMs: number): number {
  const { waitProbability, utilisationRatio } = mmc(queue, servers);
  return waitProbability * Math.exp((-servers * (1 - utilisationRatio) * waitMs) / queue.meanServiceMs);
}

/**
 * M/M/c/K: at most `places` are there, served ones included, and others are turned away. Stable at any load. From the
 * balance of each state with the next (Gross and Harris, Fundamentals of Queueing Theory, 3rd ed., section 2.5).
 */
export function mmck(queue: MarkovQueue, servers: number, places: number): BoundedSteadyState {
  if (places < servers) throw new Error(`${places} places for ${servers} servers; at least one place each is needed`);
  const erlangs = offeredLoad(queue);
  let weight = 1;
  let [all, busy, waiting, finding] = [1, 0, 0, 0];
  for (let present = 1; present <= places; present += 1) {
    weight *= erlangs / Math.min(present, servers);
    all += weight;
    busy += weight * Math.min(present, servers);
    waiting += weight * Math.max(present - servers, 0);
    if (present >= servers && present < places) finding += weight;
  }
  const blockedRatio = weight / all;
  const acceptedPerSecond = queue.arrivalsPerSecond * (1 - blockedRatio);
  const accepted = { ...queue, arrivalsPerSecond: acceptedPerSecond };
  const meanWaitMs = (waiting / all / acceptedPerSecond) * 1_000;
  const waits = finding / (all - weight);
  return { ...fromMeanWait(accepted, busy / all / servers, waits, meanWaitMs), blockedRatio, acceptedPerSecond };
}

/** M/G/1, first come first served: the formula of Pollaczek and Khinchine (Kleinrock I, section 5.6). */
export function mg1(queue: GeneralServiceQueue): SteadyState {
  const utilisation = stableUtilisation(queue, 1);
  const meanWaitMs = (utilisation * queue.meanServiceMs * (1 + queue.serviceScv)) / (2 * (1 - utilisation));
  return fromMeanWait(queue, utilisation, utilisation, meanWaitMs);
}

/**
 * M/G/1 with processor sharing: the mean response of requests that need `serviceMs` of a whole processor. It is
 * proportional to the need, and of the distribution only the mean matters (Kleinrock, Queueing Systems II, section 4.4).
 *
 * @param serviceMs - The need; the mean response of all where left out.
 */
export function mg1SharedResponseMs(queue: MarkovQueue, serviceMs = queue.meanServiceMs): number {
  return serviceMs / (1 - stableUtilisation(queue, 1));
}

/** A station of a line: its servers, and how long they take. */
export interface TandemStation {
  readonly servers: number;
  readonly meanServiceMs: number;
}

/**
 * M/M/c queues in a line: what leaves one is Poisson again, so that each is an M/M/c of its own (Burke, The Output of a
 * Queuing System, Operations Research 4(6), 1956).
 *
 * @returns The mean time from coming to the first until leaving the last.
 */
export function tandemResponseMs(arrivalsPerSecond: number, stations: readonly TandemStation[]): number {
  return stations
    .map(({ servers, meanServiceMs }) => mmc({ arrivalsPerSecond, meanServiceMs }, servers).meanResponseMs)
    .reduce((total, meanResponseMs) => total + meanResponseMs, 0);
}

/**
 * Share of the requests of an M/M/c that take longer than `responseMs`: the wait, which is exponential where there is one,
 * plus the service (Gross and Harris, section 2.3).
 */
export function mmcTakesLongerRatio(queue: MarkovQueue, servers: number, responseMs: number): number {
  const { waitProbability, utilisationRatio } = mmc(queue, servers);
  const served = 1 / queue.meanServiceMs;
  const freed = servers * (1 - utilisationRatio) * served;
  // Where both rates are the same, the sum is Erlang; nobody needs that case here.
  if (Math.abs(freed - served) < 1e-9) throw new Error('the wait and the service have one rate; choose another load');
  const alone = Math.exp(-served * responseMs);
  const both = (freed * alone - served * Math.exp(-freed * responseMs)) / (freed - served);
  return (1 - waitProbability) * alone + waitProbability * both;
}

/**
 * Two M/M/1 queues that each get half of every request, which is done when both are: the mean response (Flatto and Hahn,
 * SIAM J. Appl. Math. 44(5), 1984; in this form Nelson and Tantawi, IEEE Trans. Computers 37(6), 1988).
 */
export function forkJoinOfTwoResponseMs(queue: MarkovQueue): number {
  const { utilisationRatio, meanResponseMs } = mm1(queue);
  return ((12 - utilisationRatio) / 8) * meanResponseMs;
}

/** The sum of 1/1, 1/2 and so on to 1/n: the mean of the largest of `n` exponential times with mean 1. */
export const harmonic = (n: number): number =>
  Array.from({ length: n }, (_, at) => 1 / (at + 1)).reduce((sum, one) => sum + one, 0);

/**
 * The same for more queues, within 5 % (Nelson and Tantawi, the same). It is never above the largest of as many
 * independent M/M/1 responses, `harmonic(branches)` times one.
 */
export function forkJoinResponseMs(queue: MarkovQueue, branches: number): number {
  const growth = harmonic(branches) / harmonic(2);
  const { utilisationRatio } = mm1(queue);
  return (growth + (4 / 11) * (1 - growth) * utilisationRatio) * forkJoinOfTwoResponseMs(queue);
}

/**
 * Users who think and then ask one station after the other, each with one server and exponential times: exact mean value
 * analysis (Reiser and Lavenberg, Journal of the ACM 27(2), 1980). With one station, the machine repairman.
 *
 * @param servicesMs - Mean service time of each station.
 * @returns The mean response of all stations together, and what goes through.
 */
export function closedSystem(
  users: number,
  thinkMs: number,
  servicesMs: readonly number[],
): { readonly responseMs: number; readonly perSecond: number } {
  let present = servicesMs.map(() => 0);
  let responseMs = 0;
  let perMs = 0;
  for (let user = 1; user <= users; user += 1) {
    const times = servicesMs.map((serviceMs, at) => serviceMs * (1 + (present[at] ?? 0)));
    responseMs = times.reduce((sum, one) => sum + one, 0);
    perMs = user / (thinkMs + responseMs);
    present = times.map((timeMs) => perMs * timeMs);
  }
  return { responseMs, perSecond: perMs * 1_000 };
}
