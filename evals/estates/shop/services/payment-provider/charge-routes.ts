import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Clock, RandomSource } from '../../../../../src/kernel/index.ts';
import { HttpProblem } from '../shared/index.ts';
import { drawLatencyMs } from './behaviour.ts';
import type { Behaviour } from './behaviour.ts';

/** What the charge routes need. */
export interface ChargeParts {
  readonly apiKey: string;
  behaviour(): Behaviour;
  readonly random: RandomSource;
  readonly clock: Clock;
}

const chargeBody = z.strictObject({
  reference: z.string().min(1).max(64),
  amountCents: z.number().int().positive(),
  currency: z.literal('EUR'),
  cardToken: z.string().regex(/^tok_\w{1,60}$/, 'a card token'),
});

const chargeHeaders = z.object({ 'idempotency-key': z.string().min(8).max(100), 'x-signature': z.string() });

interface Charge {
  readonly chargeId: string;
  readonly status: 'succeeded' | 'declined';
}

/** Charges remembered by idempotency key; older ones are forgotten, as providers do after a day. */
const rememberedCharges = 10_000;

/**
 * Adds `POST /v1/charges`: authenticated by signature, slow and failing as the behaviour says, and doing a charge once
 * however often it is asked with the same idempotency key.
 *
 * @param app - Where it goes.
 * @param parts - Key, behaviour, chance and time.
 */
export function addChargeRoutes(app: FastifyInstance, parts: ChargeParts): void {
  const { apiKey, random, clock } = parts;
  const latencies = random.stream('latency');
  const errors = random.stream('errors');
  const charges = new Map<string, Charge>();

  const sign = (body: unknown): Buffer => createHmac('sha256', apiKey).update(JSON.stringify(body)).digest();

  app.post('/v1/charges', async (request, reply) => {
    const headers = chargeHeaders.parse(request.headers);
    const body = chargeBody.parse(request.body);
    const signature = Buffer.from(headers['x-signature'], 'hex');
    const expected = sign(request.body);
    if (signature.length !== expected.length || !timingSafeEqual(signature, expected)) {
      throw new HttpProblem(401, 'signature-invalid', 'the signature does not fit the body');
    }

    const behaviour = parts.behaviour();
    const fails = errors.uniform() < behaviour.errorRatio;
    await clock.sleep(drawLatencyMs(behaviour, latencies));
    if (fails) throw new HttpProblem(503, 'provider-unavailable', 'try again later');

    const key = headers['idempotency-key'];
    const known = charges.get(key);
    if (known !== undefined) return reply.code(200).send(known);
    const charge: Charge = {
      chargeId: `ch_${createHmac('sha256', apiKey).update(key).digest('hex').slice(0, 24)}`,
      status: body.cardToken.startsWith('tok_declined') ? 'declined' : 'succeeded',
    };
    charges.set(key, charge);
    const [oldest] = charges.keys();
    if (charges.size > rememberedCharges && oldest !== undefined) charges.delete(oldest);
    return reply.code(201).send(charge);
  });
}
