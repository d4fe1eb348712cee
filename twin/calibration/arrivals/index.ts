/** How requests came: how many, how clustered, how steadily; it never asks a real system. */
export { seenArrivals } from './seen-arrivals.ts';
export type { ArrivalCounts, SeenArrivals } from './seen-arrivals.ts';
