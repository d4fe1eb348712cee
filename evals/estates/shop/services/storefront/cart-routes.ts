import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Cart, Peers } from './peers.ts';

const cartPath = z.object({ cartId: z.string().min(1).max(64) });
const linePath = cartPath.extend({ productId: z.string().regex(/^\d{1,9}$/, 'a product id') });
const orderHeaders = z.object({ 'idempotency-key': z.string().min(8).max(100) });

interface PricedLine {
  readonly productId: number;
  readonly quantity: number;
  readonly name: string;
  readonly totalCents: number;
}

/** Puts names and prices to a cart's lines; a product that is no longer sold is left out. */
async function priced({ cartId, lines }: Cart, peers: Peers): Promise<object> {
  const prices = new Map(
    (await peers.readPrices(lines.map(({ productId }) => productId))).map((price) => [price.productId, price]),
  );
  const pricedLines = lines.flatMap(({ productId, quantity }): PricedLine[] => {
    const price = prices.get(productId);
    if (price === undefined) return [];
    return [{ productId, quantity, name: price.name, totalCents: price.priceCents * quantity }];
  });
  return { cartId, lines: pricedLines, totalCents: pricedLines.reduce((sum, { totalCents }) => sum + totalCents, 0) };
}

/**
 * Adds the shopper's cart and the checkout: `/cart/:cartId`, `/cart/:cartId/lines` and `/checkout`.
 *
 * @param app - Where they go.
 * @param peers - The services behind.
 */
export function addCartRoutes(app: FastifyInstance, peers: Peers): void {
  app.get('/cart/:cartId', async (request) => {
    const { cartId } = cartPath.parse(request.params);
    return priced(await peers.readCart(cartId), peers);
  });

  app.post('/cart/:cartId/lines', async (request, reply) => {
    const { cartId } = cartPath.parse(request.params);
    return reply.code(201).send(await peers.addToCart(cartId, request.body));
  });

  app.delete('/cart/:cartId/lines/:productId', async (request, reply) => {
    const { cartId, productId } = linePath.parse(request.params);
    await peers.removeFromCart(cartId, productId);
    return reply.code(204).send();
  });

  app.delete('/cart/:cartId', async (request, reply) => {
    await peers.emptyCart(cartPath.parse(request.params).cartId);
    return reply.code(204).send();
  });

  app.post('/checkout', async (request, reply) => {
    const { 'idempotency-key': idempotencyKey } = orderHeaders.parse(request.headers);
    return reply.code(201).send(await peers.placeOrder(request.body, idempotencyKey));
  });
}
