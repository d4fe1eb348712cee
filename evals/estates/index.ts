/** Real systems to rehearse on, made for throwing away; nothing here may touch a system that it did not make. */
export { connectEngine } from './runner/index.ts';
export type { RunContext } from './runner/index.ts';
export {
  buildShop,
  downShop,
  readShopLoad,
  setProviderBehaviour,
  setShopLoad,
  shopNames,
  shopUrl,
  shopVerbs,
  statusShop,
  upShop,
} from './shop/index.ts';
export type { LoadReport, ProviderProfile, ShopSettings, UpShop } from './shop/index.ts';
