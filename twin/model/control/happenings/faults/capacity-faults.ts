import type { FaultOf } from '../../../../../src/kernel/index.ts';
import type { Squeeze } from '../../life/instance-shape.ts';
import type { Workload } from '../../workload/workload.ts';
import { edgesOf } from '../actions/call-actions.ts';
import type { Inject, Injection, Stage } from '../stage.ts';
import { onWorkload, someOf, squeeze } from './on-workload.ts';

const unmodelled = (what: string): Injection => ({ problem: `the model has no ${what}` });

/** Does something again and again until it is ended. */
function repeat({ cluster }: Stage, everyMs: number, act: () => void): Injection {
  let isOver = false;
  const tick = (): void => {
    if (isOver) return;
    act();
    cluster.after(everyMs, tick);
  };
  cluster.after(everyMs, tick);
  return {
    end: () => {
      isOver = true;
    },
  };
}

/** In so many pieces a minute a steady leak grows: a piece a second. */
const secondsOf = { second: 1, minute: 60 } as const;

/** Counts served requests of all instances by asking their door. */
function perRequest(workload: Workload, act: () => void): Injection {
  const rule = (): number => {
    act();
    return 0;
  };
  workload.door.add(rule);
  workload.refresh();
  return {
    end: () => {
      workload.door.remove(rule);
      workload.refresh();
    },
  };
}

const memoryLeak = onWorkload<FaultOf<'memory-leak'>>((workload, { leakBytes, per }, stage) => {
  if (workload.version.model.memory === undefined) return unmodelled('memory of it');
  if (per === 'request') {
    workload.leakPerRequestBytes += leakBytes;
    return {
      end: () => {
        workload.leakPerRequestBytes -= leakBytes;
      },
    };
  }
  return repeat(stage, 1_000, () => {
    for (const life of [...workload.lives]) life.leak(leakBytes / secondsOf[per]);
  });
});

const threadLeak = onWorkload<FaultOf<'thread-leak'>>((workload, { threads, per }, stage) => {
  if (workload.version.model.workers === undefined) return unmodelled('bound of its workers');
  const lost = new Map<object, Squeeze>();
  const lose = (): void => {
    for (const life of workload.lives) {
      const before = lost.get(life);
      if (before !== undefined) life.squeezes.delete(before);
      const after = { lostWorkers: (before?.lostWorkers ?? 0) + threads };
      lost.set(life, after);
      life.squeezes.add(after);
    }
    workload.refresh();
  };
  const leaking =
    per === 'request'
      ? perRequest(workload, () => stage.cluster.after(0, lose))
      : repeat(stage, secondsOf[per] * 1_000, lose);
  return {
    end: () => {
      // Threads that are gone come back with a restart only: here with the end of the fault.
      leaking.end?.();
      for (const life of workload.lives) {
        const squeezed = lost.get(life);
        if (squeezed !== undefined) life.squeezes.delete(squeezed);
      }
      workload.refresh();
    },
  };
});

const poolExhaustion: Inject<'pool-exhaustion'> = (stage, { component, to, connections = Infinity }) => {
  const { clients } = stage.cluster.engine;
  const edges = edgesOf(stage, component, to);
  if (typeof edges === 'string') return { problem: edges };
  const pooled = edges.filter((edge) => clients.clientOf(edge).pool !== undefined);
  if (pooled.length === 0) return unmodelled('pool of connections for these calls');
  const change = (by: number): void => {
    for (const edge of pooled) {
      const client = clients.clientOf(edge);
      if (client.pool !== undefined)
        clients.change(edge, { ...client, pool: { ...client.pool, size: client.pool.size + by } });
    }
  };
  const held = Math.min(connections, ...pooled.map((edge) => clients.clientOf(edge).pool?.size ?? 0));
  change(-held);
  return { end: () => change(held) };
};

/** Too little of processor, memory, disk, connections or instances. */
export const capacityFaults = {
  'cpu-hog': onWorkload<FaultOf<'cpu-hog'>>((workload, { instances, cpuCores }) => {
    const { cores, limit } = workload.version.model.cpu;
    if (cores === undefined && limit === undefined) return unmodelled('bound of its processors');
    return squeeze(workload, instances, { hogCores: cpuCores });
  }),
  'cpu-limit': onWorkload<FaultOf<'cpu-limit'>>((workload, { cpuCores }) =>
    squeeze(workload, undefined, { limitCores: cpuCores }),
  ),
  'memory-pressure': onWorkload<FaultOf<'memory-pressure'>>((workload, { instances, memoryBytes }) => {
    if (workload.version.model.memory === undefined) return unmodelled('memory of it');
    return squeeze(workload, instances, { pressureBytes: memoryBytes });
  }),
  'memory-leak': memoryLeak,
  'io-throttle': () => unmodelled('disks'),
  'disk-fill': () => unmodelled('disks'),
  'pool-exhaustion': poolExhaustion,
  'replica-loss': onWorkload<FaultOf<'replica-loss'>>((workload, { replicas }) => {
    const lost = someOf(workload, replicas);
    workload.withheld += lost.length;
    for (const life of lost) life.lose();
    return {
      end: () => {
        workload.withheld -= lost.length;
        workload.changed();
      },
    };
  }),
  'thread-leak': threadLeak,
} satisfies {
  readonly [
    Kind in
      | 'cpu-hog'
      | 'cpu-limit'
      | 'memory-pressure'
      | 'memory-leak'
      | 'io-throttle'
      | 'disk-fill'
      | 'pool-exhaustion'
      | 'replica-loss'
      | 'thread-leak'
  ]: Inject<Kind>;
};
