/**
 * The demo shop: what it is made of, and how it is brought up and driven as its operator would; nothing here may be
 * used by the agent, which knows a shop only by what it captures of it.
 */
export { shopObjectives } from './objectives.ts';
export type { Objective } from './objectives.ts';
export { flushShopCarts } from './shop-cache.ts';
export { readShopLoad, setProviderBehaviour, setShopLoad } from './shop-control.ts';
export type { LoadReport } from './shop-control.ts';
export { buildShop, downShop, isShopLabelled, shopNames, shopUrl, statusShop, upShop } from './shop-estate.ts';
export type { UpShop } from './shop-estate.ts';
export { shopConfiguration } from './shop-settings.ts';
export type { ComposeValue, ProviderProfile, ShopConfiguration, ShopSettings } from './shop-settings.ts';
export {
  onEngine,
  providerSchema,
  rateSchema,
  restartsOf,
  serviceState,
  shopNameSchema,
  shopVerbs,
} from './verbs/index.ts';
