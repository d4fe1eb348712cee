import type { Engine } from '../../engine/engine.ts';
import { frameField, frameFlag } from '../../engine/frames.ts';
import { instanceField, instanceNumber } from '../../engine/instances.ts';

/**
 * Sets how many workers an instance has; whoever waits and now has one goes on. Those that are held above a lower number
 * are given back as their requests end, but for those that a waiting one takes over.
 *
 * @param workers - -1 for any number.
 */
export function setWorkers(engine: Engine, instance: number, workers: number): void {
  const base = instance << 4;
  const { words, numbers } = engine.instances;
  words[base + instanceField.workers] = workers;
  const waiting = engine.workerQueues[instance];
  const { frames, nowMs } = engine;
  while (waiting !== undefined && waiting.length > 0) {
    const busy = words[base + instanceField.busy] as number;
    if (workers >= 0 && busy >= workers) break;
    const frame = waiting.shift();
    numbers[base + instanceNumber.waited] = (numbers[base + instanceNumber.waited] as number) + nowMs;
    if (workers >= 0) {
      words[base + instanceField.busy] = busy + 1;
      frames.words[frame + frameField.flags] = (frames.words[frame + frameField.flags] as number) | frameFlag.hasWorker;
      numbers[base + instanceNumber.busy] = (numbers[base + instanceNumber.busy] as number) - nowMs;
    }
    engine.makeReady(frame);
  }
  engine.settle();
}
