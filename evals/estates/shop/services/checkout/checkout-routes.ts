import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Checkout } from './checkout.ts';

const checkoutBody = z.strictObject({
  cartId: z.string().min(8).max(64),
  customerId: z.number().int().positive(),
  cardToken: z.string().min(5).max(64),
});
const checkoutHeaders = z.object({ 'idempotency-key': z.string().min(8).max(100) });

/**
 * Adds `POST /orders`: 201 with the paid order, 402 where the card was declined.
 *
 * @param app - Where it goes.
 * @param checkout - Does it.
 */
export function addCheckoutRoutes(app: FastifyInstance, checkout: Checkout): void {
  app.post('/orders', async (request, reply) => {
    const { 'idempotency-key': idempotencyKey } = checkoutHeaders.parse(request.headers);
    const order = await checkout(checkoutBody.parse(request.body), idempotencyKey);
    return reply.code(order.status === 'paid' ? 201 : 402).send(order);
  });
}
