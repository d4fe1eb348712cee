import { z } from 'zod';
import { reasonOf, RegisteredError } from '../../../src/kernel/index.ts';
import type { RunContext } from '../runner/index.ts';
import { behaviourSchema, profiles } from './services/payment-provider/behaviour.ts';
import type { Behaviour } from './services/payment-provider/behaviour.ts';
import { publishedUrl, statusShop } from './shop-estate.ts';
import type { ProviderProfile } from './shop-settings.ts';

const adminPort = 9000;
/** Admin servers answer from memory; one that takes longer is as good as gone. */
const answerWithinMs = 5_000;

const quantiles = z.object({ p50: z.number().optional(), p95: z.number().optional(), p99: z.number().optional() });

/** What the load generator says of itself, in the part that is shown. */
export const loadReportSchema = z.object({
  asked: z.object({ ratePerSecond: z.number() }),
  achieved: z.object({
    windowSeconds: z.number(),
    requestsPerSecond: z.number(),
    abandonedJourneys: z.number(),
    refusedRequests: z.number(),
    schedulingErrorMs: quantiles,
    operations: z.array(
      z.object({
        operation: z.string(),
        requests: z.number(),
        perSecond: z.number(),
        errorRatio: z.number(),
        errors: z.record(z.string(), z.number()),
        latencyMs: quantiles,
      }),
    ),
  }),
  inFlight: z.number(),
});

/** What was asked of the load, and what came of it. */
export type LoadReport = z.output<typeof loadReportSchema>;

async function call<Answer>(
  context: Pick<RunContext, 'engine' | 'signal'>,
  shop: string,
  request: { readonly service: string; readonly path: string; readonly body?: unknown },
  schema: z.ZodType<Answer>,
): Promise<Answer> {
  const { service, path, body } = request;
  const url = publishedUrl(await statusShop(context, shop), service, adminPort);
  if (url === undefined) {
    throw new RegisteredError('estate-control-failed', { service, reason: 'it does not run, or publishes no port' });
  }
  try {
    const answer = await fetch(`${url}${path}`, {
      ...(body === undefined
        ? {}
        : { method: 'PUT', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      signal: AbortSignal.any([context.signal, AbortSignal.timeout(answerWithinMs)]),
    });
    const text = await answer.text();
    if (!answer.ok) {
      throw new RegisteredError('estate-control-failed', { service, reason: `it answered ${answer.status}: ${text}` });
    }
    return schema.parse(JSON.parse(text));
  } catch (thrown) {
    context.signal.throwIfAborted();
    if (thrown instanceof RegisteredError) throw thrown;
    const cause = thrown instanceof Error && thrown.cause instanceof Error ? thrown.cause : thrown;
    const reason = `${url} does not answer as it should: ${reasonOf(cause)}`;
    throw new RegisteredError('estate-control-failed', { service, reason }, { cause: thrown });
  }
}

/**
 * Asks a running shop's load generator for another rate.
 *
 * @param context - The engine.
 * @param shop - Which shop.
 * @param ratePerSecond - Requests per second in the mean; 0 stops new shoppers.
 * @throws RegisteredError `estate-unknown`, `estate-control-failed`, and as the engine does
 */
export async function setShopLoad(
  context: Pick<RunContext, 'engine' | 'signal'>,
  shop: string,
  ratePerSecond: number,
): Promise<void> {
  const request = { service: 'load-generator', path: '/load', body: { ratePerSecond } };
  await call(context, shop, request, z.object({ ratePerSecond: z.number() }));
}

/**
 * What a shop's load generator has asked and got of late.
 *
 * @param context - The engine.
 * @param shop - Which shop.
 * @param windowSeconds - How far back it looks, 1 to 120.
 * @throws RegisteredError `estate-unknown`, `estate-control-failed`, and as the engine does
 */
export function readShopLoad(
  context: Pick<RunContext, 'engine' | 'signal'>,
  shop: string,
  windowSeconds: number,
): Promise<LoadReport> {
  const path = `/load?windowSeconds=${windowSeconds}`;
  return call(context, shop, { service: 'load-generator', path }, loadReportSchema);
}

/**
 * Makes a running shop's payment provider behave otherwise, until it is told again or its container is made anew.
 *
 * @param context - The engine.
 * @param shop - Which shop.
 * @param behaviour - How it is to behave: a profile, or what is to be otherwise than now.
 * @returns How it behaves from now on.
 * @throws RegisteredError `estate-unknown`, `estate-control-failed`, and as the engine does
 */
export function setProviderBehaviour(
  context: Pick<RunContext, 'engine' | 'signal'>,
  shop: string,
  behaviour: ProviderProfile | Partial<Behaviour>,
): Promise<Behaviour> {
  const body = typeof behaviour === 'string' ? profiles[behaviour] : behaviour;
  return call(context, shop, { service: 'payment-provider', path: '/behaviour', body }, behaviourSchema);
}
