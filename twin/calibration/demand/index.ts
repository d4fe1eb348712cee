/** What of the time in a component is work and what is waiting, and how many it serves at once, from who else was there; it never asks a real system. */
export { demandByBusyTime, workedMs } from './demand-by-busy-time.ts';
export type { ByRunnable } from './demand-by-busy-time.ts';
export { demandWithoutWaiting } from './demand-without-waiting.ts';
export type { ByCompany } from './demand-without-waiting.ts';
export { seenCapacity } from './seen-capacity.ts';
export type { Discipline, SeenCapacity } from './seen-capacity.ts';
export type { Estimated } from './estimated.ts';
