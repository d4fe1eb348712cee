/** What of the time in a component is work and what is waiting, and how many it serves at once, from who else was there; it never asks a real system. */
export { seenCapacity } from './capacity-knee.ts';
export type { CapacityKnee, SeenCapacity } from './capacity-knee.ts';
export { demandByBusyTime } from './demand-by-busy-time.ts';
export { demandWithoutWaiting } from './demand-without-waiting.ts';
export { seenDiscipline } from './discipline.ts';
export type { SeenDiscipline } from './discipline.ts';
export type { Estimated } from './estimated.ts';
