import { z } from 'zod';
import { DependencyError, HttpProblem } from '../shared/index.ts';
import type { HttpClient } from '../shared/index.ts';

const product = z.object({
  id: z.number().int(),
  name: z.string(),
  category: z.string(),
  description: z.string(),
  priceCents: z.number().int(),
  stock: z.number().int(),
});
const productPage = z.object({ products: z.array(product), total: z.number().int() });
const cart = z.object({
  cartId: z.string(),
  lines: z.array(z.object({ productId: z.number().int(), quantity: z.number().int() })),
});
const prices = z.object({
  prices: z.array(z.object({ productId: z.number().int(), name: z.string(), priceCents: z.number().int() })),
});
const order = z.object({ id: z.string(), status: z.string(), totalCents: z.number().int() });

/** A product as a page shows it. */
export type Product = z.output<typeof product>;

/** One page of products and how many there are in all. */
export type ProductPage = z.output<typeof productPage>;

/** A cart without prices. */
export type Cart = z.output<typeof cart>;

/** What products cost now. */
export type Prices = z.output<typeof prices>['prices'];

/** A placed order. */
export type Order = z.output<typeof order>;

/** The services behind the storefront. */
export interface Peers {
  listProducts(search: string, page: number, pageSize: number): Promise<ProductPage>;
  findProduct(productId: string): Promise<Product>;
  readPrices(productIds: readonly number[]): Promise<Prices>;
  readCart(cartId: string): Promise<Cart>;
  addToCart(cartId: string, line: unknown): Promise<Cart>;
  removeFromCart(cartId: string, productId: string): Promise<void>;
  emptyCart(cartId: string): Promise<void>;
  placeOrder(body: unknown, idempotencyKey: string): Promise<Order>;
}

/** What a service finds wrong with the request is the shopper's to know; its own failures are not. */
async function passingOnRefusals<Answer>(call: Promise<Answer>): Promise<Answer> {
  try {
    return await call;
  } catch (thrown) {
    if (!(thrown instanceof DependencyError) || thrown.status === undefined) throw thrown;
    if (thrown.status < 400 || thrown.status >= 500 || thrown.status === 429) throw thrown;
    throw new HttpProblem(thrown.status, thrown.problem ?? 'refused', thrown.message);
  }
}

/**
 * The services behind the storefront, by their HTTP interfaces.
 *
 * @param clients - How each is reached.
 */
export function createPeers(clients: {
  readonly catalogue: HttpClient;
  readonly cart: HttpClient;
  readonly checkout: HttpClient;
}): Peers {
  const { catalogue, cart: carts, checkout } = clients;
  const call = <Answer>(client: HttpClient, request: Parameters<typeof client.call<Answer>>[0]): Promise<Answer> =>
    passingOnRefusals(client.call(request));
  const segment = encodeURIComponent;
  return {
    listProducts: (search, page, pageSize) => {
      const query = new URLSearchParams({ search, page: String(page), pageSize: String(pageSize) });
      return call(catalogue, { method: 'GET', path: `/products?${query.toString()}`, answer: productPage });
    },
    findProduct: (id) => call(catalogue, { method: 'GET', path: `/products/${segment(id)}`, answer: product }),
    readPrices: async (ids) => {
      if (ids.length === 0) return [];
      return (await call(catalogue, { method: 'GET', path: `/prices?ids=${ids.join(',')}`, answer: prices })).prices;
    },
    readCart: (cartId) => call(carts, { method: 'GET', path: `/carts/${segment(cartId)}`, answer: cart }),
    addToCart: (cartId, line) =>
      call(carts, { method: 'POST', path: `/carts/${segment(cartId)}/lines`, body: line, answer: cart }),
    removeFromCart: async (cartId, productId) => {
      const path = `/carts/${segment(cartId)}/lines/${segment(productId)}`;
      await call(carts, { method: 'DELETE', path, answer: z.undefined() });
    },
    emptyCart: async (cartId) => {
      await call(carts, { method: 'DELETE', path: `/carts/${segment(cartId)}`, answer: z.undefined() });
    },
    placeOrder: (body, idempotencyKey) =>
      call(checkout, {
        method: 'POST',
        path: '/orders',
        headers: { 'idempotency-key': idempotencyKey },
        body,
        answer: order,
      }),
  };
}
