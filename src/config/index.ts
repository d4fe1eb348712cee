/** File and environment to one checked, frozen value; nothing here may act on it. */
export type { Config } from './config.ts';
