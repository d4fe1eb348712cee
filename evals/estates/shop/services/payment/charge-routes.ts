import { metrics } from '@opentelemetry/api';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Provider } from './provider.ts';

const chargeBody = z.strictObject({
  orderId: z.uuid(),
  amountCents: z.number().int().positive(),
  cardToken: z.string().min(5).max(64),
});
const chargeHeaders = z.object({ 'idempotency-key': z.string().min(8).max(100) });

/**
 * Adds `POST /charges`: answers 201 with a charge that succeeded or was declined.
 *
 * @param app - Where it goes.
 * @param provider - Who charges.
 */
export function addChargeRoutes(app: FastifyInstance, provider: Provider): void {
  const charged = metrics
    .getMeter('shop-payment')
    .createCounter('shop.payment.charges', { unit: '{charge}', description: 'Charges by what came of them.' });

  app.post('/charges', async (request, reply) => {
    const { 'idempotency-key': idempotencyKey } = chargeHeaders.parse(request.headers);
    const body = chargeBody.parse(request.body);
    const result = await provider.charge(body, idempotencyKey);
    charged.add(1, { 'shop.charge.status': result.status });
    return reply.code(201).send(result);
  });
}
