/** Real systems to rehearse on, made for throwing away; nothing here may touch a system that it did not make. */
export { uninterrupted } from './runner/index.ts';
export type { RunContext, ServiceStatus } from './runner/index.ts';
export {
  downShop,
  flushShopCarts,
  isShopLabelled,
  onEngine,
  providerSchema,
  rateSchema,
  readShopLoad,
  restartsOf,
  serviceState,
  setProviderBehaviour,
  setShopLoad,
  shopConfiguration,
  shopNames,
  shopNameSchema,
  shopObjectives,
  shopUrl,
  shopVerbs,
  statusShop,
  upShop,
} from './shop/index.ts';
export type { ComposeValue, LoadReport, Objective, ShopConfiguration, ShopSettings } from './shop/index.ts';
