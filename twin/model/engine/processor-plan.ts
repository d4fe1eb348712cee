import type { ComponentModel } from '../format/index.ts';
import { processorModes } from './instances.ts';

/** How an instance's processors are had, and how many it has where each is had by one frame. */
export interface ProcessorPlan {
  /** One of `processorModes`. */
  readonly mode: number;
  /** 0 unless each is had by one frame. */
  readonly processors: number;
}

/**
 * How the processors of an instance are had.
 *
 * @param cpu - As the model says.
 * @param isBounded - Whether a quota bounds them, or they must be shared for another reason.
 */
export function processorPlan(
  { cores = Infinity, scheduling }: ComponentModel['cpu'],
  isBounded: boolean,
): ProcessorPlan {
  if (isBounded || (cores !== Infinity && scheduling === 'processor-sharing'))
    return { mode: processorModes.shared, processors: 0 };
  if (cores === Infinity) return { mode: processorModes.unlimited, processors: 0 };
  return { mode: processorModes.exclusive, processors: Math.ceil(cores) };
}

/** How many requests may be in an instance: those that are served, and as many as may wait. */
export function capacityOf({ workers, cpu, queue }: ComponentModel): number {
  const served = workers ?? (cpu.cores === undefined ? Infinity : Math.ceil(cpu.cores));
  return Math.min(served + queue, 0x7fffffff);
}
