import { TimeoutError, withTimeLimit } from '../shared/index.ts';
import type { JourneyName, Operation } from './journey.ts';

/** What a shopper knows: who they are, and what they have seen. */
export interface Shopper {
  readonly journey: JourneyName;
  readonly cartId: string;
  readonly customerId: number;
  readonly idempotencyKey: string;
  readonly search: string;
  /** Where in the list the eye falls, from 0 to 1. */
  readonly taste: number;
  /** The product that was chosen from the list; unknown before the list was seen. */
  productId: string | undefined;
}

/** How a request ended: `ok`, or the kind of its failure. */
export type Outcome = 'ok' | 'server-error' | 'client-error' | 'timeout' | 'connection' | 'empty-list';

/** Sends one request of a shopper and says how it ended; never throws. */
export type Send = (operation: Operation, shopper: Shopper) => Promise<Outcome>;

interface Request {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

function requestFor(operation: Operation, shopper: Shopper): Request {
  const { cartId, customerId, idempotencyKey, search, productId = '0' } = shopper;
  switch (operation) {
    case 'list-products':
      return { method: 'GET', path: search === '' ? '/products' : `/products?search=${encodeURIComponent(search)}` };
    case 'get-product':
      return { method: 'GET', path: `/products/${productId}` };
    case 'add-to-cart':
      return { method: 'POST', path: `/cart/${cartId}/lines`, body: { productId: Number(productId), quantity: 1 } };
    case 'get-cart':
      return { method: 'GET', path: `/cart/${cartId}` };
    case 'checkout':
      return {
        method: 'POST',
        path: '/checkout',
        headers: { 'idempotency-key': idempotencyKey },
        body: { cartId, customerId, cardToken: `tok_${customerId}` },
      };
  }
}

/** Takes the product that the shopper likes from the page, as a reader of the page would. */
function choose(page: string, taste: number): string | undefined {
  const shown = [...page.matchAll(/data-product-id="(\d+)"/g)].map(([, id]) => id);
  return shown[Math.floor(taste * shown.length)];
}

/**
 * Sends requests to the shop's gateway.
 *
 * @param targetUrl - The gateway.
 * @param timeoutMs - How long a shopper waits for a whole answer.
 */
export function createSender(targetUrl: string, timeoutMs: number): Send {
  return async (operation, shopper) => {
    const { method, path, headers, body } = requestFor(operation, shopper);
    try {
      const { response, content } = await withTimeLimit(timeoutMs, async (signal) => {
        const answered = await fetch(`${targetUrl}${path}`, {
          method,
          headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
          signal,
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        });
        return { response: answered, content: await answered.text() };
      });
      if (response.status >= 500) return 'server-error';
      if (response.status >= 400) return 'client-error';
      if (operation !== 'list-products') return 'ok';
      shopper.productId = choose(content, shopper.taste);
      return shopper.productId === undefined ? 'empty-list' : 'ok';
    } catch (thrown) {
      return thrown instanceof TimeoutError ? 'timeout' : 'connection';
    }
  };
}
