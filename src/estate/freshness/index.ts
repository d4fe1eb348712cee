/** What facts are still worth by their age; nothing here may decide what is fresh enough. */
export { freshnessOf } from './freshness.ts';
export type { AgedReading } from './freshness.ts';
