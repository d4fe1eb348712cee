import type { RandomDraws } from '../random/random-draws.ts';
import type { Client } from '../format/index.ts';
import type { Disturbing } from './disturbances.ts';
import { EdgeBreakers } from './edge-breakers.ts';
import { TokenBucket } from './token-bucket.ts';

/** Calls that go to another component than they were meant for. */
export interface Redirect {
  readonly share: number;
  readonly component: number;
  /** Its operation for each of the former one's; calls of others stay where they are. */
  readonly operations: ReadonlyMap<number, number>;
}

/** A call that is lost until that is over. */
interface LostCall {
  readonly frame: number;
  readonly sequence: number;
  readonly site: number;
}

/** Calls of one component to another: its policies, and what they have come to. */
export interface ClientEdge {
  readonly from: number;
  readonly to: number;
  /** `web > database`. */
  readonly name: string;
  client: Client;
  /** Sources of chance; -1 for a network that takes no time. */
  readonly latency: number;
  readonly choice: number;
  readonly jitter: number;
  breakers: EdgeBreakers | undefined;
  limiter: TokenBucket | undefined;
  budget: TokenBucket | undefined;
  /** Its place among the pooled edges of the calling component, or -1. */
  readonly pool: number;
  readonly sites: number[];
  disturbances: readonly Disturbing[];
  lost: LostCall[];
  redirect: (Redirect & { readonly draws: number }) | undefined;
}

/**
 * An edge as the model has it, with nothing that disturbs it.
 *
 * @param ends - Components of the program and the edge's name.
 * @param pool - Its place among the pooled edges of the calling component, or -1.
 */
export function clientEdge(
  draws: RandomDraws,
  ends: Pick<ClientEdge, 'from' | 'to' | 'name'>,
  client: Client,
  pool: number,
): ClientEdge {
  const { name } = ends;
  return {
    ...ends,
    client,
    latency: client.latency === undefined ? -1 : draws.source(`${name} latency`, client.latency),
    choice: draws.uniforms(`${name} choice`),
    jitter: draws.uniforms(`${name} jitter`),
    ...policiesOf(client),
    pool,
    sites: [],
    disturbances: [],
    lost: [],
    redirect: undefined,
  };
}

/** Fresh policies of a client, with nothing remembered. */
export function policiesOf({
  breaker,
  rateLimit,
  retries,
}: Client): Pick<ClientEdge, 'breakers' | 'limiter' | 'budget'> {
  return {
    breakers: breaker === undefined ? undefined : new EdgeBreakers(breaker),
    limiter: rateLimit === undefined ? undefined : new TokenBucket(rateLimit.burst, rateLimit.rate / 1_000, 0),
    budget: retries?.budget === undefined ? undefined : new TokenBucket(retries.budgetBurst, 0, retries.budget),
  };
}
