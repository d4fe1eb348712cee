/** What facts are still worth by their age; nothing here may decide what is fresh enough. */
export { freshnessAfter, freshnessOf } from './freshness.ts';
export type { AgedReading, Freshness } from './freshness.ts';
