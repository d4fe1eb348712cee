/**
 * The catalogue: products, their prices and stock, from PostgreSQL.
 *
 * Ready when the database answers: without it there is nothing to say but what is still in the cache.
 */
import { databaseKnobs, openDatabase } from '../database/index.ts';
import { durationMs, knob, runService, wholeNumber } from '../shared/index.ts';
import { addProductRoutes } from './product-routes.ts';
import { createProductStore } from './product-store.ts';
import { createTtlCache } from './ttl-cache.ts';
import type { Product } from './product-store.ts';

const knobs = {
  ...databaseKnobs,
  /** How old a product page may be; prices for checkout are never cached. */
  cacheTtlMs: knob('SHOP_CACHE_TTL', durationMs),
  cacheEntries: knob('SHOP_CACHE_ENTRIES', wholeNumber(0, 100_000)),
};

void runService(knobs, 8080, ({ configuration, app, clock, log }) => {
  const database = openDatabase(configuration, clock, log);
  const cache = createTtlCache<Product>(configuration.cacheEntries, configuration.cacheTtlMs, clock);
  addProductRoutes(app, createProductStore(database), cache);
  return { checks: [database.readiness], close: () => database.close() };
});
