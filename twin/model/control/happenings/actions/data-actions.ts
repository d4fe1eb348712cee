import { causes } from '../../../engine/cause.ts';
import { frameField, frameTime } from '../../../engine/frames.ts';
import { noComponent } from '../stage.ts';
import type { Done, Perform, Stage } from '../stage.ts';

/** The caches that a component or a name stands for, or why there are none. */
export function cachesOf(
  { cluster }: Stage,
  { component, cache }: { readonly component?: string; readonly cache?: string },
): readonly number[] | string {
  const { caches, model } = cluster.engine.program;
  const found = [...caches.entries()]
    .filter(([, name]) => cache === undefined || name === cache)
    .filter(([, name]) => component === undefined || name === component || model.caches[name]?.component === component)
    .map(([at]) => at);
  return found.length === 0 ? `the model has no cache ${cache ?? `of ${component ?? ''}`}` : found;
}

/** The number of a queue, or why there is none. */
export function queueOf({ cluster }: Stage, queue: string): number | string {
  const at = cluster.engine.program.queues.indexOf(queue);
  return at < 0 ? `the model has no queue ${queue}` : at;
}

const pauseConsumers =
  (isPaused: boolean): Perform<'pause-consumers'> & Perform<'resume-consumers'> =>
  (stage: Stage, { queue, component }: { readonly queue: string; readonly component?: string }, done: Done) => {
    const at = queueOf(stage, queue);
    const workload = component === undefined ? undefined : stage.workloads.get(component);
    if (typeof at === 'string') done(at);
    else if (component !== undefined && workload === undefined) done(noComponent(component));
    else {
      stage.cluster.engine.queues.pause(at, isPaused, workload?.component);
      done();
    }
  };

const cancelStatement: Perform<'cancel-statement'> = (stage, action, done) => {
  const { component, from, lock, runningForMs = 0 } = action;
  const { engine, log } = stage.cluster;
  const called = stage.workloads.get(component);
  const caller = from === undefined ? undefined : stage.workloads.get(from);
  if (called === undefined || (from !== undefined && caller === undefined)) {
    done(noComponent(called === undefined ? component : (from ?? '')));
    return;
  }
  const { words, times } = engine.frames;
  const isOld = (frame: number): boolean =>
    engine.nowMs - (times[(frame >> 2) + frameTime.arrived] as number) >= runningForMs;
  let count = 0;
  if (lock !== undefined) {
    const at = engine.program.locks.indexOf(lock);
    if (at < 0) {
      done(`the model has no lock ${lock}`);
      return;
    }
    // Whoever holds it from outside the model first: those that wait for it then go on.
    const holds = [...(stage.lockHolds.get(lock) ?? [])];
    for (const end of holds) end();
    count += holds.length;
    for (const frame of holds.length > 0 ? [] : engine.locks.waitingFor(at)) {
      const isMeant = caller === undefined || callerOf(frame) === caller.component;
      if (isMeant && isOld(frame) && engine.locks.timeOut(frame)) count += 1;
    }
    engine.settle();
  } else {
    for (const edge of engine.clients.edgesBetween(caller?.component, called.component))
      count += engine.clients.breakOff(edge, causes.connectionReset, isOld);
  }
  log.tell(`${count} statements are cancelled`, component);
  done();

  function callerOf(frame: number): number {
    const parent = words[frame + frameField.parent] as number;
    return parent < 0 ? -1 : (engine.instances.words[(words[parent + frameField.instance] as number) << 4] as number);
  }
};

/** What it holds: entries, messages, statements, files. */
export const dataActions = {
  'flush-cache': (stage: Stage, action, done) => {
    const caches = cachesOf(stage, action);
    if (typeof caches === 'string') {
      done(caches);
      return;
    }
    for (const cache of caches) stage.cluster.engine.caches.flush(cache);
    done();
  },
  'purge-queue': (stage: Stage, { queue }, done) => {
    const at = queueOf(stage, queue);
    if (typeof at === 'number') stage.cluster.engine.queues.purge(at);
    done(typeof at === 'string' ? at : undefined);
  },
  'pause-consumers': pauseConsumers(true),
  'resume-consumers': pauseConsumers(false),
  'cancel-statement': cancelStatement,
  'prune-logs': (_stage: Stage, _action, done) => done('the model has no disks'),
} satisfies {
  readonly [
    Kind in 'flush-cache' | 'purge-queue' | 'pause-consumers' | 'resume-consumers' | 'cancel-statement' | 'prune-logs'
  ]: Perform<Kind>;
};
