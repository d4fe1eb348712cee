import type { Logger } from '../../../../../src/kernel/index.ts';
import { HttpProblem } from '../shared/index.ts';
import { makeBill } from './bill.ts';
import type { Order, OrderStore } from './order-store.ts';
import type { Peers } from './peers.ts';

/** What a shopper sends to buy. */
export interface CheckoutRequest {
  readonly cartId: string;
  readonly customerId: number;
  readonly cardToken: string;
}

/** Turns a cart into a paid order, once for each idempotency key. */
export type Checkout = (request: CheckoutRequest, idempotencyKey: string) => Promise<Order>;

/**
 * Creates the checkout.
 *
 * @param orders - Where orders are kept.
 * @param peers - The services it works with.
 * @param taxRatio - On top of the net price.
 * @param log - Where it is noted that a cart could not be emptied.
 */
export function createCheckout(orders: OrderStore, peers: Peers, taxRatio: number, log: Logger): Checkout {
  return async ({ cartId, customerId, cardToken }, idempotencyKey) => {
    const [known, lines, customerExists] = await Promise.all([
      orders.findByKey(idempotencyKey),
      peers.readCart(cartId),
      orders.customerExists(customerId),
    ]);
    if (known !== undefined && known.status !== 'failed' && known.status !== 'pending') return known;
    if (!customerExists) throw new HttpProblem(422, 'customer-unknown', `there is no customer ${customerId}`);
    if (lines.length === 0) throw new HttpProblem(409, 'cart-empty', 'there is nothing in the cart');

    const prices = await peers.readPrices(lines.map(({ productId }) => productId));
    const bill = makeBill(lines, prices, taxRatio);
    if ('unavailable' in bill) {
      throw new HttpProblem(409, 'products-unavailable', `not available: ${bill.unavailable.join(', ')}`);
    }

    // The order is written before the card is charged: money without an order would be the worse of the two halves.
    const order = await orders.open({ idempotencyKey, customerId, cartId, bill });
    if (order === undefined) throw new HttpProblem(409, 'order-in-progress', 'the same order is being placed already');
    let charge;
    try {
      charge = await peers.charge(order.id, bill.totalCents, cardToken);
    } catch (thrown) {
      await orders.settle(order.id, 'failed', undefined);
      throw thrown;
    }
    const status = charge.status === 'succeeded' ? 'paid' : 'declined';
    await orders.settle(order.id, status, charge.chargeId);
    if (status === 'paid') {
      // The order stands; a cart that is still full is a nuisance and no reason to tell the shopper that it failed.
      await peers.emptyCart(cartId).catch((thrown: unknown) => {
        log.warn('cart-not-emptied', { orderId: order.id, detail: (thrown as Error).message });
      });
    }
    return { ...order, status };
  };
}
