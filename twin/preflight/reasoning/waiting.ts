/**
 * The share of arrivals that find all servers busy, by Erlang's formula C. It is computed by the recurrence of formula B
 * (https://en.wikipedia.org/wiki/Erlang_(unit)#Erlang_C_formula), which stays exact for any number of servers.
 *
 * @param servers - How many.
 * @param load - Mean number of busy servers: arrivals a second times seconds of service; below `servers`.
 * @returns 0 to 1; 1 where the load is not below the number of servers.
 */
export function allBusyRatio(servers: number, load: number): number {
  if (load >= servers) return 1;
  let blocking = 1;
  for (let count = 1; count <= servers; count += 1) blocking = (load * blocking) / (count + load * blocking);
  return (servers * blocking) / (servers - load * (1 - blocking));
}

/** A station of several workers and one queue in front of them. */
export interface WorkerStation {
  readonly workers: number;
  readonly arrivalsPerSecond: number;
  readonly meanServiceMs: number;
  /** Variance of the service time over the square of its mean; 1 for exponential times. */
  readonly squaredVariation: number;
}

/**
 * The chance that an arrival waits longer than a time: P(W > t) = C exp(-2 (c/s - r) t / (1 + v)), with Erlang's C, c
 * workers, service times of mean s and squared variation v, and r arrivals a second. It is exact for exponential times
 * (v = 1); for others the wait, given that there is one, is taken for exponential with the mean of the Allen-Cunneen
 * approximation (Allen, Probability, Statistics and Queueing Theory, 1990, 5.3).
 *
 * @param station - The workers and what comes to them.
 * @param waitMs - The time; not negative.
 * @returns 0 to 1; 1 where more comes than is served.
 */
export function waitsLongerRatio(station: WorkerStation, waitMs: number): number {
  const { workers, arrivalsPerSecond, meanServiceMs, squaredVariation } = station;
  const load = (arrivalsPerSecond * meanServiceMs) / 1_000;
  if (load >= workers) return 1;
  if (load === 0) return 0;
  const ratePerMs = (workers - load) / meanServiceMs;
  return allBusyRatio(workers, load) * Math.exp((-2 * ratePerMs * waitMs) / (1 + squaredVariation));
}
