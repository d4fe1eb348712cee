/**
 * Checkout: turns a cart into a paid order.
 *
 * Ready when the database answers: an order that cannot be written must not be charged. Cart, catalogue and payment
 * are not asked: while one of them is away, a clear refusal is better than no checkout at all.
 */
import { databaseKnobs, openDatabase } from '../database/index.ts';
import { createPeerClients, durationMs, httpUrl, knob, ratio, runService, wholeNumber } from '../shared/index.ts';
import { addCheckoutRoutes } from './checkout-routes.ts';
import { createCheckout } from './checkout.ts';
import { createOrderStore } from './order-store.ts';
import { createPeers } from './peers.ts';

const knobs = {
  ...databaseKnobs,
  cartUrl: knob('SHOP_CART_URL', httpUrl),
  cartTimeoutMs: knob('SHOP_CART_TIMEOUT', durationMs),
  cartRetries: knob('SHOP_CART_RETRIES', wholeNumber(0, 10)),
  catalogueUrl: knob('SHOP_CATALOGUE_URL', httpUrl),
  catalogueTimeoutMs: knob('SHOP_CATALOGUE_TIMEOUT', durationMs),
  catalogueRetries: knob('SHOP_CATALOGUE_RETRIES', wholeNumber(0, 10)),
  paymentUrl: knob('SHOP_PAYMENT_URL', httpUrl),
  /** Payment does its own retries; this must outlast them all. */
  paymentTimeoutMs: knob('SHOP_PAYMENT_TIMEOUT', durationMs),
  taxRatio: knob('SHOP_TAX_RATIO', ratio),
};

void runService(knobs, 8080, ({ configuration, app, clock, log }) => {
  const database = openDatabase(configuration, clock, log);
  const client = createPeerClients(clock);
  const peers = createPeers({
    cart: client('cart', configuration.cartUrl, configuration.cartTimeoutMs, configuration.cartRetries),
    catalogue: client(
      'catalogue',
      configuration.catalogueUrl,
      configuration.catalogueTimeoutMs,
      configuration.catalogueRetries,
    ),
    payment: client('payment', configuration.paymentUrl, configuration.paymentTimeoutMs, 0),
  });
  addCheckoutRoutes(app, createCheckout(createOrderStore(database), peers, configuration.taxRatio, log));
  return { checks: [database.readiness], close: () => database.close() };
});
