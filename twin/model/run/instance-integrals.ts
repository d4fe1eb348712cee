import type { Engine } from '../engine/engine.ts';
import { frameField, frameFlag, frameTime } from '../engine/frames.ts';
import { instanceField, instanceNumber } from '../engine/instances.ts';

/** What the instances of one component did since the counting began, added up. */
export interface Integrals {
  /** Requests that were there, times milliseconds. */
  presenceMs: number;
  /** Requests that waited for a worker or a processor, times milliseconds. */
  waitingMs: number;
  /** The same for a worker alone. */
  forWorkerMs: number;
  /** Workers that were held, times milliseconds. */
  busyMs: number;
  /** Processors that worked, times milliseconds. */
  workedMs: number;
  /** Work that was done, as its pieces were asked for. */
  demandMs: number;
  /** Requests that left, and the time that they had been there. */
  left: number;
  visitsMs: number;
  mostInFlight: number;
  /** How long instances were there, ready or not. */
  thereMs: number;
  throttledMs: number;
  throttledPeriods: number;
  periods: number;
}

/** Requests that are still there, and for how long all together. */
export interface StillThere {
  readonly requests: number;
  readonly ms: number;
}

/**
 * The requests that are in the instances of each component now.
 *
 * @param engine - In the middle of a run or at its end.
 * @param sinceMs - When the counting began: what came before it counts from then on.
 * @returns By component.
 */
export function stillThere(engine: Engine, sinceMs: number): ReadonlyMap<number, StillThere> {
  const { frames, instances, nowMs } = engine;
  const there = new Map<number, StillThere>();
  for (const frame of frames.all()) {
    const flags = frames.words[frame + frameField.flags] as number;
    if ((flags & (frameFlag.strand | frameFlag.travelling)) !== 0) continue;
    const component = instances.words[(frames.words[frame + frameField.instance] as number) << 4] as number;
    const arrivedMs = frames.times[(frame >> 2) + frameTime.arrived] as number;
    const { requests, ms } = there.get(component) ?? { requests: 0, ms: 0 };
    there.set(component, { requests: requests + 1, ms: ms + nowMs - Math.max(sinceMs, arrivedMs) });
  }
  return there;
}

/**
 * Reads what the instances of a component did.
 *
 * Sums of times are integrals once what is there now is counted up to now: with a request come at 3 and another gone at 5
 * of those that came at 2, the sum is 5 - 3 - 2 and one is there.
 */
export function integralsOf(engine: Engine, component: number): Integrals {
  const { nowMs, instances } = engine;
  const sum: Integrals = {
    presenceMs: 0,
    waitingMs: 0,
    forWorkerMs: 0,
    busyMs: 0,
    workedMs: 0,
    demandMs: 0,
    left: 0,
    visitsMs: 0,
    mostInFlight: 0,
    thereMs: 0,
    throttledMs: 0,
    throttledPeriods: 0,
    periods: 0,
  };
  for (let instance = 0; instance < instances.count; instance++) {
    const base = instance << 4;
    if (instances.words[base] !== component) continue;
    const word = (field: number): number => instances.words[base + field] as number;
    const number = (field: number): number => instances.numbers[base + field] as number;
    const forWorkerMs = number(instanceNumber.waited) + (engine.workerQueues[instance]?.length ?? 0) * nowMs;
    const queuedMs = number(instanceNumber.queued) + (engine.processorQueues[instance]?.length ?? 0) * nowMs;
    sum.presenceMs += number(instanceNumber.presence) + word(instanceField.inFlight) * nowMs;
    sum.forWorkerMs += forWorkerMs;
    sum.waitingMs += forWorkerMs + queuedMs;
    sum.busyMs += number(instanceNumber.busy) + word(instanceField.busy) * nowMs;
    sum.workedMs += number(instanceNumber.working) + word(instanceField.working) * nowMs;
    sum.demandMs += number(instanceNumber.demand);
    sum.left += number(instanceNumber.left);
    sum.visitsMs += number(instanceNumber.visits);
    sum.thereMs += Math.min(number(instanceNumber.until), nowMs) - Math.min(number(instanceNumber.since), nowMs);
    sum.mostInFlight = Math.max(sum.mostInFlight, word(instanceField.mostInFlight));
    const shared = engine.processors[instance];
    if (shared === undefined) continue;
    shared.advance(nowMs);
    sum.workedMs += shared.workedMs;
    sum.demandMs -= shared.leftMs() + shared.lostMs;
    sum.throttledMs += shared.throttledMs;
    sum.throttledPeriods += shared.throttledPeriods;
    sum.periods += shared.usedPeriods;
  }
  return sum;
}

/** Begins the counting anew: what is there now is there from now on. */
export function clearIntegrals({ nowMs, instances, processors, workerQueues, processorQueues }: Engine): void {
  for (let instance = 0; instance < instances.count; instance++) {
    const base = instance << 4;
    const { words, numbers } = instances;
    const word = (field: number): number => words[base + field] as number;
    numbers[base + instanceNumber.presence] = -word(instanceField.inFlight) * nowMs;
    numbers[base + instanceNumber.busy] = -word(instanceField.busy) * nowMs;
    numbers[base + instanceNumber.working] = -word(instanceField.working) * nowMs;
    numbers[base + instanceNumber.waited] = -(workerQueues[instance]?.length ?? 0) * nowMs;
    numbers[base + instanceNumber.queued] = -(processorQueues[instance]?.length ?? 0) * nowMs;
    numbers[base + instanceNumber.since] = Math.min(nowMs, numbers[base + instanceNumber.until] as number);
    numbers[base + instanceNumber.left] = 0;
    numbers[base + instanceNumber.visits] = 0;
    numbers[base + instanceNumber.unbounded] = 0;
    words[base + instanceField.mostInFlight] = word(instanceField.inFlight);
    instances.watch(instance, word(instanceField.capacity), word(instanceField.isGuarded) !== 0);
    const shared = processors[instance];
    shared?.advance(nowMs);
    shared?.clearCounts();
    numbers[base + instanceNumber.demand] = shared?.leftMs() ?? 0;
  }
}
