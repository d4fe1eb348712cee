import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { HttpProblem } from '../shared/index.ts';
import type { CartStore } from './cart-store.ts';

const cartPath = z.object({ cartId: z.string().regex(/^[\w-]{8,64}$/, '8 to 64 letters, digits, - or _') });
const linePath = cartPath.extend({ productId: z.coerce.number().int().positive() });
const newLine = z.strictObject({
  productId: z.number().int().positive(),
  quantity: z.number().int().min(1).max(99).default(1),
});

/**
 * Adds the cart's routes.
 *
 * @param app - Where they go.
 * @param store - Where carts are kept.
 * @param maxLines - How many different products a cart may hold.
 */
export function addCartRoutes(app: FastifyInstance, store: CartStore, maxLines: number): void {
  app.get('/carts/:cartId', async (request) => {
    const { cartId } = cartPath.parse(request.params);
    return { cartId, lines: await store.lines(cartId) };
  });

  app.post('/carts/:cartId/lines', async (request, reply) => {
    const { cartId } = cartPath.parse(request.params);
    const line = newLine.parse(request.body);
    const lines = await store.lines(cartId);
    if (lines.length >= maxLines && !lines.some(({ productId }) => productId === line.productId)) {
      throw new HttpProblem(409, 'cart-full', `a cart holds at most ${maxLines} products`);
    }
    await store.add(cartId, line);
    return reply.code(201).send({ cartId, lines: await store.lines(cartId) });
  });

  app.delete('/carts/:cartId/lines/:productId', async (request, reply) => {
    const { cartId, productId } = linePath.parse(request.params);
    await store.remove(cartId, productId);
    return reply.code(204).send();
  });

  app.delete('/carts/:cartId', async (request, reply) => {
    const { cartId } = cartPath.parse(request.params);
    await store.empty(cartId);
    return reply.code(204).send();
  });
}
