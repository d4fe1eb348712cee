import { createHash } from 'node:crypto';
import type { CartLine, Price } from './peers.ts';

/** What an order costs; all in cents. */
export interface Bill {
  readonly lines: readonly (CartLine & { readonly priceCents: number; readonly totalCents: number })[];
  readonly netCents: number;
  readonly discountCents: number;
  readonly taxCents: number;
  readonly totalCents: number;
  /** SHA-256 over all of the above: a bill that was changed later is known by it. */
  readonly fingerprint: string;
}

/** Ten of a kind are cheaper by a twentieth. */
const volume = { quantity: 10, discountRatio: 0.05 };

/**
 * Adds up an order.
 *
 * @param cart - What is bought.
 * @param prices - What each product costs now.
 * @param taxRatio - On top of the net price.
 * @returns The bill, or the ids of the products that are unknown or out of stock.
 */
export function makeBill(
  cart: readonly CartLine[],
  prices: readonly Price[],
  taxRatio: number,
): Bill | { readonly unavailable: readonly number[] } {
  const priceOf = new Map(prices.map((price) => [price.productId, price]));
  const unavailable = cart
    .filter(({ productId, quantity }) => (priceOf.get(productId)?.stock ?? 0) < quantity)
    .map(({ productId }) => productId);
  if (unavailable.length > 0) return { unavailable };

  let netCents = 0;
  let discountCents = 0;
  const lines = cart.map(({ productId, quantity }) => {
    const priceCents = priceOf.get(productId)?.priceCents ?? 0;
    const totalCents = priceCents * quantity;
    netCents += totalCents;
    if (quantity >= volume.quantity) discountCents += Math.round(totalCents * volume.discountRatio);
    return { productId, quantity, priceCents, totalCents };
  });
  const taxCents = Math.round((netCents - discountCents) * taxRatio);
  const sums = { netCents, discountCents, taxCents, totalCents: netCents - discountCents + taxCents };
  const fingerprint = createHash('sha256').update(JSON.stringify({ lines, sums })).digest('hex');
  return { lines, ...sums, fingerprint };
}
