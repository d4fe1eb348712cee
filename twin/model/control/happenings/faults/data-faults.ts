import type { FaultOf } from '../../../../../src/kernel/index.ts';
import { cachesOf, queueOf } from '../actions/data-actions.ts';
import type { Inject, Injection, Stage } from '../stage.ts';

const notModelled = (what: string): Injection => ({ problem: `the model does not know ${what}` });

const lockHeld: Inject<'lock-held'> = ({ cluster, lockHolds }: Stage, { lock, mode }) => {
  const { engine } = cluster;
  const at = engine.program.locks.indexOf(lock);
  if (at < 0) return { problem: `the model has no lock ${lock}` };
  const alone = mode === 'exclusive' ? 1 : 0;
  engine.locks.seize(at, alone);
  const holds = lockHolds.get(lock) ?? new Set();
  lockHolds.set(lock, holds);
  const end = (): void => {
    // By the end of the fault, or by a statement that is cancelled before.
    if (holds.delete(end)) engine.locks.giveBack(at, alone);
  };
  holds.add(end);
  return { end };
};

/** What is stored, queued or locked, and not as it should be. */
export const dataFaults = {
  'stale-cache': () => notModelled('how old answers are'),
  'cache-flush': (stage: Stage, fault: FaultOf<'cache-flush'>): Injection => {
    const caches = cachesOf(stage, fault);
    if (typeof caches === 'string') return { problem: caches };
    for (const cache of caches) stage.cluster.engine.caches.flush(cache);
    return {};
  },
  'replication-lag': () => notModelled('how old answers are'),
  'queue-backlog': (stage: Stage, { queue, messages }: FaultOf<'queue-backlog'>): Injection => {
    const at = queueOf(stage, queue);
    if (typeof at === 'string') return { problem: at };
    stage.cluster.engine.queues.fill(at, messages);
    stage.cluster.engine.settle();
    return {};
  },
  'poison-message': () => notModelled('what is in messages'),
  'schema-mismatch': () => notModelled('what is in data'),
  'lock-held': lockHeld,
} satisfies {
  readonly [
    Kind in
      | 'stale-cache'
      | 'cache-flush'
      | 'replication-lag'
      | 'queue-backlog'
      | 'poison-message'
      | 'schema-mismatch'
      | 'lock-held'
  ]: Inject<Kind>;
};
