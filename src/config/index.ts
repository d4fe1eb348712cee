/** File and environment to one checked, frozen value; nothing here may act on it. */
export type { Config } from './config.ts';
export { environmentVariables, loadConfig } from './load-config.ts';
export type { ConfigSources } from './load-config.ts';
export { configFileSchema } from './schema.ts';
