/** How much of the work of a component is done on processors; it never asks a real system. */
export { processorShare } from './processor-share.ts';
export type { AskedWork, ProcessorShare } from './processor-share.ts';
export { usedCores } from './used-cores.ts';
export type { UsedCores } from './used-cores.ts';
