import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { sendPage, wantsJson } from './page-reply.ts';
import { productListPage, productPage } from './pages.ts';
import type { Peers } from './peers.ts';

const listQuery = z.object({
  search: z.string().max(80).default(''),
  page: z.coerce.number().int().min(1).max(1_000).default(1),
});
const productPath = z.object({ productId: z.string().regex(/^\d{1,9}$/, 'a product id') });

/**
 * Adds the pages of the products: `/`, `/products`, `/products/:productId`; programs get the same as JSON.
 *
 * @param app - Where they go.
 * @param peers - The services behind.
 * @param pageSize - Products on a page.
 */
export function addProductRoutes(app: FastifyInstance, peers: Peers, pageSize: number): void {
  const list = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { search, page } = listQuery.parse(request.query);
    const found = await peers.listProducts(search, page, pageSize);
    if (wantsJson(request)) return reply.send(found);
    return sendPage(request, reply, productListPage(found, search, page, pageSize));
  };
  app.get('/', list);
  app.get('/products', list);

  app.get('/products/:productId', async (request, reply) => {
    const { productId } = productPath.parse(request.params);
    const product = await peers.findProduct(productId);
    return wantsJson(request) ? reply.send(product) : sendPage(request, reply, productPage(product));
  });
}
