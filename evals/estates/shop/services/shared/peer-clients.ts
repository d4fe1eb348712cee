import { hostname } from 'node:os';
import { createRandom } from '../../../../../src/kernel/index.ts';
import type { Clock, RandomSource } from '../../../../../src/kernel/index.ts';
import { createHttpClient } from './http-client.ts';
import type { HttpClient } from './http-client.ts';

/** Between two attempts at a service of the shop itself, which is near and comes back soon. */
const backoff = { backoffMs: 50, backoffMaxMs: 200 };

/**
 * Chance of this instance alone. Instances must not share their jitter; the process is number 1 in every container, the
 * host name is its id.
 *
 * @param clock - The time, so that a restarted container draws anew.
 */
export function instanceRandom(clock: Clock): RandomSource {
  return createRandom(`${hostname()} ${clock.nowMs()}`);
}

/** Makes a client for one other service of the shop. */
export type PeerClient = (dependency: string, baseUrl: string, timeoutMs: number, retries: number) => HttpClient;

/**
 * How a service reaches the others: each with its time limit and retries, all with the same backoff.
 *
 * @param clock - The time.
 */
export function createPeerClients(clock: Clock): PeerClient {
  const random = instanceRandom(clock);
  return (dependency, baseUrl, timeoutMs, retries) =>
    createHttpClient({
      dependency,
      baseUrl,
      timeoutMs,
      retry: { retries, ...backoff },
      clock,
      random: random.stream(dependency),
    });
}
