/**
 * The storefront: pages and the shopper's API, behind the gateway.
 *
 * Ready whenever it runs: it keeps nothing, and all instances share the services behind it, so taking instances away
 * when one of those fails would only turn a partial failure into a whole one.
 */
import { createPeerClients, durationMs, httpUrl, knob, runService, wholeNumber } from '../shared/index.ts';
import { addCartRoutes } from './cart-routes.ts';
import { createPeers } from './peers.ts';
import { addProductRoutes } from './product-routes.ts';

const knobs = {
  catalogueUrl: knob('SHOP_CATALOGUE_URL', httpUrl),
  catalogueTimeoutMs: knob('SHOP_CATALOGUE_TIMEOUT', durationMs),
  catalogueRetries: knob('SHOP_CATALOGUE_RETRIES', wholeNumber(0, 10)),
  cartUrl: knob('SHOP_CART_URL', httpUrl),
  cartTimeoutMs: knob('SHOP_CART_TIMEOUT', durationMs),
  cartRetries: knob('SHOP_CART_RETRIES', wholeNumber(0, 10)),
  checkoutUrl: knob('SHOP_CHECKOUT_URL', httpUrl),
  checkoutTimeoutMs: knob('SHOP_CHECKOUT_TIMEOUT', durationMs),
  pageSize: knob('SHOP_PAGE_SIZE', wholeNumber(1, 100)),
};

void runService(knobs, 8080, ({ configuration, app, clock }) => {
  const client = createPeerClients(clock);
  const peers = createPeers({
    catalogue: client(
      'catalogue',
      configuration.catalogueUrl,
      configuration.catalogueTimeoutMs,
      configuration.catalogueRetries,
    ),
    cart: client('cart', configuration.cartUrl, configuration.cartTimeoutMs, configuration.cartRetries),
    checkout: client('checkout', configuration.checkoutUrl, configuration.checkoutTimeoutMs, 0),
  });
  addProductRoutes(app, peers, configuration.pageSize);
  addCartRoutes(app, peers);
  return { checks: [], close: () => Promise.resolve() };
});
