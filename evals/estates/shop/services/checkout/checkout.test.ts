import { describe, expect, it } from '@jest/globals';
import { createLogger } from '../../../../../src/kernel/index.ts';
import { createCheckout } from './checkout.ts';
import type { Order, OrderStatus, OrderStore } from './order-store.ts';
import type { Peers } from './peers.ts';

/** A shop in memory that notes in which order things happen. */
function createShop() {
  const happened: string[] = [];
  const orders = new Map<string, { id: string; status: OrderStatus; totalCents: number }>();
  const cart = new Map([[1, 2]]);
  let charge: Peers['charge'] = () => Promise.resolve({ chargeId: 'ch_1', status: 'succeeded' });

  const store: OrderStore = {
    customerExists: (customerId) => Promise.resolve(customerId === 7),
    findByKey: (key) => Promise.resolve(orders.get(key)),
    open: ({ idempotencyKey, bill }): Promise<Order | undefined> => {
      const known = orders.get(idempotencyKey);
      if (known !== undefined && known.status !== 'failed') return Promise.resolve(undefined);
      happened.push('opened');
      const order = { id: 'o-1', status: 'pending' as OrderStatus, totalCents: bill.totalCents };
      orders.set(idempotencyKey, order);
      return Promise.resolve({ ...order });
    },
    settle: (_id, status) => {
      happened.push(status);
      for (const order of orders.values()) order.status = status;
      return Promise.resolve();
    },
  };
  const peers: Peers = {
    readCart: () => Promise.resolve([...cart].map(([productId, quantity]) => ({ productId, quantity }))),
    emptyCart: () => {
      happened.push('emptied');
      cart.clear();
      return Promise.resolve();
    },
    readPrices: () => Promise.resolve([{ productId: 1, priceCents: 500, stock: 10 }]),
    charge: (orderId, amountCents, cardToken) => {
      happened.push(`charged ${amountCents}`);
      return charge(orderId, amountCents, cardToken);
    },
  };
  const log = createLogger(
    'silent',
    () => undefined,
    () => 0,
  );
  return {
    happened,
    cart,
    peers,
    checkout: createCheckout(store, peers, 0.1, log),
    chargeWith: (next: Peers['charge']) => {
      charge = next;
    },
  };
}

const request = { cartId: 'cart-0001', customerId: 7, cardToken: 'tok_7' };
const key = 'order-0001';

describe('checkout', () => {
  it('writes the order, charges, settles, and empties the cart, in this order', async () => {
    const shop = createShop();
    await expect(shop.checkout(request, key)).resolves.toMatchObject({ status: 'paid', totalCents: 1_100 });
    expect(shop.happened).toEqual(['opened', 'charged 1100', 'paid', 'emptied']);
  });

  it('answers the same key with the same order, and charges once', async () => {
    const shop = createShop();
    const first = await shop.checkout(request, key);
    await expect(shop.checkout(request, key)).resolves.toEqual(first);
    expect(shop.happened.filter((what) => what.startsWith('charged'))).toHaveLength(1);
  });

  it('keeps the cart of a charge that failed, and takes the order up again under its key', async () => {
    const shop = createShop();
    shop.chargeWith(() => Promise.reject(new Error('payment is away')));
    await expect(shop.checkout(request, key)).rejects.toThrow('payment is away');
    expect(shop.cart.size).toBe(1);
    shop.chargeWith(() => Promise.resolve({ chargeId: 'ch_2', status: 'succeeded' }));
    await expect(shop.checkout(request, key)).resolves.toMatchObject({ status: 'paid' });
    expect(shop.happened).toEqual(['opened', 'charged 1100', 'failed', 'opened', 'charged 1100', 'paid', 'emptied']);
  });

  it('refuses a second call while the first is still at it', async () => {
    const shop = createShop();
    shop.chargeWith(() => new Promise(() => undefined));
    void shop.checkout(request, key);
    await new Promise((resolve) => setImmediate(resolve));
    await expect(shop.checkout(request, key)).rejects.toMatchObject({ status: 409, code: 'order-in-progress' });
  });

  it('keeps the cart of a declined card', async () => {
    const shop = createShop();
    shop.chargeWith(() => Promise.resolve({ chargeId: 'ch_3', status: 'declined' }));
    await expect(shop.checkout(request, key)).resolves.toMatchObject({ status: 'declined' });
    expect(shop.cart.size).toBe(1);
  });

  it('stands by a paid order whose cart cannot be emptied', async () => {
    const shop = createShop();
    shop.peers.emptyCart = () => Promise.reject(new Error('cart is away'));
    await expect(shop.checkout(request, key)).resolves.toMatchObject({ status: 'paid' });
  });

  it('charges nothing for an empty cart or an unknown customer', async () => {
    const shop = createShop();
    await expect(shop.checkout({ ...request, customerId: 8 }, key)).rejects.toMatchObject({ status: 422 });
    shop.cart.clear();
    await expect(shop.checkout(request, key)).rejects.toMatchObject({ status: 409, code: 'cart-empty' });
    expect(shop.happened).toEqual([]);
  });
});
