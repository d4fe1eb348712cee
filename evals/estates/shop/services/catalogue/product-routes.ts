import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { HttpProblem } from '../shared/index.ts';
import type { Product, ProductStore } from './product-store.ts';
import type { TtlCache } from './ttl-cache.ts';

const listQuery = z.object({
  search: z.string().max(80).default(''),
  page: z.coerce.number().int().min(1).max(1_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(100).default(24),
});

const pricesQuery = z.object({
  ids: z
    .string()
    .regex(/^\d+(,\d+){0,99}$/, 'up to 100 product ids with commas between')
    .transform((ids) => ids.split(',').map(Number)),
});

const productPath = z.object({ productId: z.coerce.number().int().positive() });

/** A strong validator: the same content gives the same tag on every instance. */
function entityTag(content: string): string {
  return `"${createHash('sha256').update(content).digest('base64url')}"`;
}

/**
 * Adds the catalogue's routes.
 *
 * @param app - Where they go.
 * @param store - Where products come from.
 * @param cache - Keeps single products for a while, by id.
 */
export function addProductRoutes(app: FastifyInstance, store: ProductStore, cache: TtlCache<Product>): void {
  app.get('/products', async (request, reply) => {
    const { search, page, pageSize } = listQuery.parse(request.query);
    const content = JSON.stringify(await store.list(search.trim(), page, pageSize));
    return reply.type('application/json').header('etag', entityTag(content)).send(content);
  });

  app.get('/prices', async (request) => {
    const { ids } = pricesQuery.parse(request.query);
    const products = await store.findAll(ids);
    return { prices: products.map(({ id, name, priceCents, stock }) => ({ productId: id, name, priceCents, stock })) };
  });

  app.get('/products/:productId', async (request, reply) => {
    const { productId } = productPath.parse(request.params);
    const key = String(productId);
    let product = cache.get(key);
    if (product === undefined) {
      product = await store.find(productId);
      if (product === undefined) throw new HttpProblem(404, 'product-unknown', `there is no product ${productId}`);
      cache.set(key, product);
    }
    const content = JSON.stringify(product);
    return reply.type('application/json').header('etag', entityTag(content)).send(content);
  });
}
