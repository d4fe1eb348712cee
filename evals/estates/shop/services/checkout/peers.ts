import { z } from 'zod';
import type { HttpClient } from '../shared/index.ts';

const cartAnswer = z.object({
  lines: z.array(z.object({ productId: z.number().int(), quantity: z.number().int().positive() })),
});
const pricesAnswer = z.object({
  prices: z.array(z.object({ productId: z.number().int(), priceCents: z.number().int(), stock: z.number().int() })),
});
const chargeAnswer = z.object({ chargeId: z.string(), status: z.enum(['succeeded', 'declined']) });

/** A product and how many of it. */
export type CartLine = z.output<typeof cartAnswer>['lines'][number];

/** What a product costs now, and how many there are. */
export type Price = z.output<typeof pricesAnswer>['prices'][number];

/** The services that checkout works with. */
export interface Peers {
  readCart(cartId: string): Promise<readonly CartLine[]>;
  emptyCart(cartId: string): Promise<void>;
  readPrices(productIds: readonly number[]): Promise<readonly Price[]>;
  charge(orderId: string, amountCents: number, cardToken: string): Promise<z.output<typeof chargeAnswer>>;
}

/**
 * The services that checkout works with, behind their HTTP interfaces.
 *
 * @param clients - How each is reached.
 */
export function createPeers(clients: {
  readonly cart: HttpClient;
  readonly catalogue: HttpClient;
  readonly payment: HttpClient;
}): Peers {
  const cartPath = (cartId: string): string => `/carts/${encodeURIComponent(cartId)}`;
  return {
    readCart: async (cartId) => {
      const { lines } = await clients.cart.call({ method: 'GET', path: cartPath(cartId), answer: cartAnswer });
      return lines;
    },
    emptyCart: async (cartId) => {
      await clients.cart.call({ method: 'DELETE', path: cartPath(cartId), answer: z.undefined() });
    },
    readPrices: async (productIds) => {
      const path = `/prices?ids=${productIds.join(',')}`;
      const { prices } = await clients.catalogue.call({ method: 'GET', path, answer: pricesAnswer });
      return prices;
    },
    charge: (orderId, amountCents, cardToken) =>
      clients.payment.call({
        method: 'POST',
        path: '/charges',
        headers: { 'idempotency-key': orderId },
        body: { orderId, amountCents, cardToken },
        answer: chargeAnswer,
      }),
  };
}
