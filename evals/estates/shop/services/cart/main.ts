/**
 * The cart: what a shopper wants to buy, in Redis, forgotten after a time without use.
 *
 * Ready when Redis answers: it holds all that a cart is.
 */
import { durationMs, knob, runService, text, wholeNumber } from '../shared/index.ts';
import { addCartRoutes } from './cart-routes.ts';
import { openCartStore } from './cart-store.ts';

const knobs = {
  redisHost: knob('SHOP_REDIS_HOST', text),
  redisConnectTimeoutMs: knob('SHOP_REDIS_CONNECT_TIMEOUT', durationMs),
  redisCommandTimeoutMs: knob('SHOP_REDIS_COMMAND_TIMEOUT', durationMs),
  cartTtlMs: knob('SHOP_CART_TTL', durationMs),
  maxLines: knob('SHOP_CART_MAX_LINES', wholeNumber(1, 1_000)),
};

void runService(knobs, 8080, ({ configuration, app, log }) => {
  const store = openCartStore(
    {
      host: configuration.redisHost,
      connectTimeoutMs: configuration.redisConnectTimeoutMs,
      commandTimeoutMs: configuration.redisCommandTimeoutMs,
      ttlMs: configuration.cartTtlMs,
    },
    log,
  );
  addCartRoutes(app, store, configuration.maxLines);
  return { checks: [store.readiness], close: () => store.close() };
});
