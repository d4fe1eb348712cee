import type { Engine } from '../../engine/engine.ts';
import { instanceField, instanceNumber, processorModes } from '../../engine/instances.ts';
import { capacityOf, processorPlan } from '../../engine/processor-plan.ts';
import { SharedProcessor } from '../../engine/shared-processor.ts';
import type { ComponentModel } from '../../format/index.ts';
import { setWorkers } from './worker-bound.ts';

/** What an instance has less of than its model says. */
export interface Squeeze {
  /** Cores that something else wants to use. */
  readonly hogCores?: number;
  /** A quota that is held to besides that of the model. */
  readonly limitCores?: number;
  /** Workers that are taken and do not come back. */
  readonly lostWorkers?: number;
  /** Nothing goes on at all. */
  readonly isPaused?: boolean;
  /** Memory that something else takes. */
  readonly pressureBytes?: number;
  /** A limit of memory that is held to besides that of the model. */
  readonly memoryLimitBytes?: number;
}

/** All at once that an instance suffers; several hogs add up, of several quotas the lowest holds. */
interface Squeezed {
  readonly hogCores: number;
  readonly limitCores: number;
  readonly lostWorkers: number;
  readonly isPaused: boolean;
}

/** Work that is left on a processor that stands still ends in a thousand years, and not before it goes on. */
const standingCores = 1e-9;

function together(squeezes: Iterable<Squeeze>): Squeezed {
  const sum = { hogCores: 0, limitCores: Infinity, lostWorkers: 0, isPaused: false };
  for (const squeeze of squeezes) {
    sum.hogCores += squeeze.hogCores ?? 0;
    sum.limitCores = Math.min(sum.limitCores, squeeze.limitCores ?? Infinity);
    sum.lostWorkers += squeeze.lostWorkers ?? 0;
    sum.isPaused ||= squeeze.isPaused === true;
  }
  return sum;
}

/** What one of two groups of equal weight gets that both want more than there is (CFS group scheduling of Linux). */
const besideHog = (cores: number, hogCores: number): number =>
  cores === Infinity ? cores : Math.max(cores - hogCores, cores / 2);

/**
 * Gives an instance the workers, the queue and the processors that its model says, less what it suffers. Requests that are
 * there keep what they have.
 *
 * @param slowdown - By which all work takes longer besides.
 */
export function shapeInstance(
  engine: Engine,
  instance: number,
  model: ComponentModel,
  squeezes: Iterable<Squeeze>,
  slowdown: number,
): void {
  const { words, numbers } = engine.instances;
  const base = instance << 4;
  const { hogCores, limitCores, lostWorkers, isPaused } = together(squeezes);
  const { cores = Infinity, limit = Infinity, period } = model.cpu;
  const quotaCores = besideHog(Math.min(limit, limitCores), hogCores);
  const { mode, processors } = processorPlan(model.cpu, isPaused || quotaCores !== Infinity);
  const left = isPaused ? standingCores : besideHog(cores, hogCores);
  const isGuarded = words[base + instanceField.isGuarded] !== 0;
  engine.instances.watch(instance, capacityOf(model), isGuarded);
  words[base + instanceField.processors] = processors;
  words[base + instanceField.mode] = mode;
  numbers[base + instanceNumber.slowdown] = slowdown * (mode === processorModes.exclusive ? processors / left : 1);
  const processor = engine.processors[instance];
  if (processor === undefined && mode === processorModes.shared)
    engine.processors[instance] = new SharedProcessor(left, quotaCores * period, period, engine.nowMs);
  else if (processor !== undefined) {
    processor.resize(left, quotaCores * period, engine.nowMs);
    engine.planProcessor(instance);
  }
  const workers = model.workers === undefined ? -1 : Math.max(0, model.workers - lostWorkers);
  setWorkers(engine, instance, isPaused ? 0 : workers);
}
