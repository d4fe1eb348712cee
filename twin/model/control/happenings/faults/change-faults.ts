import type { FaultOf } from '../../../../../src/kernel/index.ts';
import type { Ailment } from '../../version.ts';
import { edgesOf } from '../actions/call-actions.ts';
import type { Inject, Injection, Stage } from '../stage.ts';
import { onWorkload } from './on-workload.ts';

/** How soon an instance ends that cannot run: at its start, before it is asked anything. */
const crashesAfterMs = 1_000;

/** How much slower an instance is of which only that is said: enough to be seen, not enough to stop. */
const slowFactor = 5;

/** What a change that was made and is wrong looks like. */
const ailmentOf = (shows: FaultOf<'bad-image'>['shows']): Ailment => {
  switch (shows) {
    case 'never-ready':
      return { isNeverReady: true };
    case 'crashes':
      return { livesMs: crashesAfterMs };
    case 'errors':
      return { failingRatio: 1 };
    case 'slow':
      return { slowdown: slowFactor };
    case 'not-found':
      return { lacks: 'its image cannot be had' };
  }
};

const badImage = onWorkload<FaultOf<'bad-image'>>((workload, { component, shows }, { nextImage }) => {
  const ailment = ailmentOf(shows);
  const next = nextImage.get(component) ?? new Set();
  nextImage.set(component, next);
  next.add(ailment);
  return {
    end: () => {
      next.delete(ailment);
      for (const version of workload.versions) version.ailments.delete(ailment);
      workload.refresh();
    },
  };
});

const wrongLimit = onWorkload<FaultOf<'wrong-limit'>>((workload, { cpuCores, memoryBytes }, { cluster }) => {
  if (memoryBytes !== undefined && workload.version.model.memory === undefined) {
    if (cpuCores === undefined) return { problem: 'the model has no memory of it' };
    cluster.log.tell('its memory is not modelled: a limit of it changes nothing', workload.name);
  }
  const by = {
    ...(cpuCores === undefined ? {} : { limitCores: cpuCores }),
    ...(memoryBytes === undefined ? {} : { memoryLimitBytes: memoryBytes }),
  };
  workload.squeezes.add(by);
  workload.refresh();
  return {
    end: () => {
      workload.squeezes.delete(by);
      workload.refresh();
    },
  };
});

/** Those that start from now on have it; those that run have read what was right. */
function fromNextStart(stage: Stage, component: string, ailment: Ailment): Injection {
  const workload = stage.workloads.get(component);
  workload?.startAilments.add(ailment);
  return {
    end: () => {
      workload?.startAilments.delete(ailment);
      for (const life of workload?.lives ?? []) life.ailments.delete(ailment);
      workload?.refresh();
    },
  };
}

const wrongTimeout: Inject<'wrong-timeout'> = (stage, { component, to, timeoutMs }) => {
  const { clients } = stage.cluster.engine;
  const edges = edgesOf(stage, component, to);
  if (typeof edges === 'string') return { problem: edges };
  const before = edges.map((edge) => clients.timeoutMsOf(edge, undefined));
  for (const edge of edges) clients.setTimeout(edge, undefined, timeoutMs);
  return {
    end: () => {
      for (const [at, edge] of edges.entries()) clients.setTimeout(edge, undefined, before[at]);
    },
  };
};

/** Changes that were made and are wrong. */
export const changeFaults = {
  'bad-image': badImage,
  'bad-configuration': onWorkload<FaultOf<'bad-configuration'>>((_workload, { component, shows }, stage) =>
    fromNextStart(stage, component, ailmentOf(shows)),
  ),
  'wrong-limit': wrongLimit,
  'missing-secret': onWorkload<FaultOf<'missing-secret'>>((_workload, { component, secret }, stage) =>
    fromNextStart(stage, component, { lacks: `the secret ${secret ?? 'that it needs'} is not there` }),
  ),
  'wrong-timeout': wrongTimeout,
  'rollback-fails': onWorkload<FaultOf<'rollback-fails'>>((_workload, { component, how }, { rollbackFails }) => {
    rollbackFails.set(component, how);
    return { end: () => rollbackFails.delete(component) };
  }),
} satisfies {
  readonly [
    Kind in 'bad-image' | 'bad-configuration' | 'wrong-limit' | 'missing-secret' | 'wrong-timeout' | 'rollback-fails'
  ]: Inject<Kind>;
};
