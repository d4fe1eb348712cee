import type { FaultOf } from '../../../../../src/kernel/index.ts';
import type { Inject } from '../stage.ts';
import { ail, onWorkload, someOf, squeeze } from './on-workload.ts';

/**
 * Instances that end, hang, or do not come up. Heard at once by callers, for the kernel closes or resets the connections of a
 * process that ends (RFC 9293, 3.5.2): `kill`, `out-of-memory`, `crash-loop`; after an orderly shutdown `stop` and `restart`.
 * In silence: `pause`, whose kernel takes connections and data that no process reads (SIGSTOP, signal(7)).
 */
export const lifecycleFaults = {
  kill: onWorkload<FaultOf<'kill'>>((workload, { instances }) => {
    for (const life of someOf(workload, instances)) life.kill();
    return {};
  }),
  stop: onWorkload<FaultOf<'stop'>>((workload, { instances }) => {
    const stopped = someOf(workload, instances);
    for (const life of stopped) life.stop('ended');
    return {
      end: () => {
        for (const life of stopped) life.startAgain();
      },
    };
  }),
  pause: onWorkload<FaultOf<'pause'>>((workload, { instances }) =>
    squeeze(workload, instances ?? workload.active.length, { isPaused: true }),
  ),
  restart: onWorkload<FaultOf<'restart'>>((workload, { instances }) => {
    for (const life of someOf(workload, instances)) life.stop('start');
    return {};
  }),
  'out-of-memory': onWorkload<FaultOf<'out-of-memory'>>((workload, { instances }) => {
    for (const life of someOf(workload, instances)) life.kill('out-of-memory');
    return {};
  }),
  'crash-loop': onWorkload<FaultOf<'crash-loop'>>((workload, { instances, afterMs }) => {
    const injection = ail(workload, instances, { livesMs: afterMs });
    // Those that are there end now: the loop begins.
    for (const life of someOf(workload, instances)) life.kill('failed');
    return injection;
  }),
  'slow-start': onWorkload<FaultOf<'slow-start'>>((workload, { delayMs }) =>
    ail(workload, undefined, { startDelayMs: delayMs }),
  ),
} satisfies {
  readonly [
    Kind in 'kill' | 'stop' | 'pause' | 'restart' | 'out-of-memory' | 'crash-loop' | 'slow-start'
  ]: Inject<Kind>;
};
