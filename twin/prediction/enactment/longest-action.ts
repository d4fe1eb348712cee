import { countOf } from '../../../src/kernel/index.ts';
import type { Action } from '../../../src/kernel/index.ts';
import type { Model } from '../../model/index.ts';

type Component = NonNullable<Model['components'][string]>;
type Distribution = Component['startUp']['time'];

/** Of a distribution without an end, longer than this many times its mean is one in twenty at most (exponential). */
const tailTimes = 3;

/** The longest that a time takes, or hardly ever takes longer. */
function longestMs(time: Distribution): number {
  if (typeof time === 'number') return time;
  if ('uniform' in time) return time.uniform.to;
  if ('samples' in time) return Math.max(...time.samples);
  if ('quantiles' in time) return time.quantiles.at(-1)?.[1] ?? 0;
  if ('pareto' in time) return time.pareto.to;
  if ('exponential' in time) return tailTimes * time.exponential;
  const { mean } = 'lognormal' in time ? time.lognormal : 'erlang' in time ? time.erlang : time.hyperexponential;
  return tailTimes * mean;
}

type Probe = NonNullable<Component['probes']['readiness']>;

const probedMs = (probe: Probe | undefined): number =>
  probe === undefined ? 0 : probe.delay + probe.every * probe.successes;

/** How long it takes until an instance that is told to stop has gone and another one is there in its place. */
function replacedMs({ startUp, probes, rollout, shutdown }: Component): number {
  const started = longestMs(startUp.time) + probedMs(probes.startup) + probedMs(probes.readiness);
  return shutdown.grace + started + rollout.minReady;
}

/** How often it is waited for instances while all of them are replaced. */
function batches({ rollout }: Component, replicas: number): number {
  if (rollout.strategy !== 'rolling') return 1;
  const atOnce = countOf(rollout.maxSurge, replicas, Math.ceil) + countOf(rollout.maxUnavailable, replicas, Math.floor);
  return Math.ceil(replicas / Math.max(1, atOnce));
}

/** Actions that start no instance, and so take no longer than a moment. */
const atOnce: ReadonlySet<string> = new Set(['wait', 'page-on-call', 'do-nothing', 'cordon-node', 'uncordon-node']);

function actionMs(action: Action, { components }: Model): number {
  if (atOnce.has(action.kind)) return action.kind === 'wait' ? action.forMs : 0;
  const named = 'component' in action ? components[action.component] : undefined;
  if (named !== undefined) {
    const replicas = Math.max(1, named.replicas, action.kind === 'scale' ? action.replicas : 0);
    return replacedMs(named) * batches(named, replicas);
  }
  if (action.kind !== 'drain-node') return 0;
  // Whoever runs there is moved; a budget may let them go one by one.
  const moved = Object.values(components).filter(({ placement }) => placement.includes(action.node));
  return moved.reduce(
    (longest, each) =>
      Math.max(longest, replacedMs(each) * each.placement.filter((node) => node === action.node).length),
    0,
  );
}

/**
 * How long actions that are done one after the other may take by what the model says of start-up, probes, shutdown and
 * rollout, where nothing keeps them from ending.
 *
 * @param actions - In turn; they are begun at once, so the longest counts.
 * @param model - Read and checked.
 * @returns Milliseconds from when they are begun.
 */
export function longestActionMs(actions: readonly Action[], model: Model): number {
  return actions.reduce((longest, action) => Math.max(longest, actionMs(action, model)), 0);
}
