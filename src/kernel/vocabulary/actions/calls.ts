import { action, previousValue, undoneBy } from '../action-entry.ts';
import { called, caller } from '../frequent-parameters.ts';
import { everywhere, partlyInPreflight } from '../tier.ts';
import { inFamily } from '../word.ts';

const restart = 'requests on instances of the caller, where it reads the setting at its start';

const someOperation = {
  quantity: 'operation',
  about: 'only for calls of this operation of the called one; for all where left out',
  optional: true,
} as const;

const replicaCaveat = 'a replica can set it only where the configuration of the caller, or a proxy, has such a setting';
const tiers = { ...everywhere, 'replica-docker': 'partly', 'replica-kubernetes': 'partly' } as const;

/** How one component calls another. */
export const callActions = inFamily('calls', {
  'set-pool': action({
    about: 'sets how many connections each instance of a caller may hold',
    alsoKnownAs: ['pool-size', 'resize-pool'],
    parameters: {
      component: caller,
      to: called,
      size: { quantity: 'count', about: 'connections of one instance', least: 1, most: 1_000_000 },
      acquireTimeout: {
        quantity: 'duration',
        about: 'after how long waiting for one is an error; as it was where left out',
        optional: true,
        above: 0,
      },
    },
    undo: previousValue,
    interrupts: restart,
    tiers,
    caveat: replicaCaveat,
    example: { component: 'checkout', to: 'database', size: 20 },
  }),
  'set-timeout': action({
    about: 'sets after how long a caller gives up',
    parameters: {
      component: caller,
      to: called,
      operation: someOperation,
      timeout: { quantity: 'duration', about: 'from the call to giving up', above: 0 },
    },
    undo: previousValue,
    interrupts: restart,
    tiers,
    caveat: replicaCaveat,
    example: { component: 'checkout', to: 'payment', timeout: '800ms' },
  }),
  'set-retries': action({
    about: 'sets how often a caller tries again, and when',
    parameters: {
      component: caller,
      to: called,
      operation: someOperation,
      attempts: { quantity: 'count', about: 'in all, the first among them: 1 is no retry', least: 1, most: 1_000 },
      backoff: {
        quantity: 'duration',
        about: 'before the second attempt; as it was where left out',
        optional: true,
      },
      jitter: { quantity: 'ratio', about: 'how much of the wait is chance; as it was where left out', optional: true },
      budget: {
        quantity: 'ratio',
        about: 'retries at most, as a share of requests; as it was where left out',
        optional: true,
      },
    },
    undo: previousValue,
    interrupts: restart,
    tiers,
    caveat: replicaCaveat,
    example: { component: 'checkout', to: 'payment', attempts: 2, backoff: '100ms', jitter: '50%' },
  }),
  'open-breaker': action({
    about: 'lets a caller fail at once instead of calling',
    alsoKnownAs: ['trip-breaker', 'circuit-breaker'],
    parameters: { component: caller, to: called },
    undo: undoneBy('close-breaker'),
    interrupts: 'every request of the caller that needs the called one and has nothing in its place',
    tiers: { ...partlyInPreflight, 'replica-docker': 'partly', 'replica-kubernetes': 'partly' },
    caveat: 'preflight says who fails then; replicas need a breaker that can be set, in the caller or a proxy',
    example: { component: 'checkout', to: 'recommendations' },
  }),
  'close-breaker': action({
    about: 'lets a caller call again',
    alsoKnownAs: ['reset-breaker'],
    parameters: { component: caller, to: called },
    undo: undoneBy('open-breaker'),
    interrupts: null,
    tiers: { ...partlyInPreflight, 'replica-docker': 'partly', 'replica-kubernetes': 'partly' },
    caveat: 'preflight does not say whether the called one can take the load that returns; replicas as open-breaker',
    example: { component: 'checkout', to: 'recommendations' },
  }),
  'kill-connections': action({
    about: 'closes connections of a component from outside',
    alsoKnownAs: ['terminate-connections', 'pg-terminate-backend', 'drop-connections'],
    parameters: {
      component: { quantity: 'component', about: 'the component that holds them open: a database, a proxy' },
      from: { quantity: 'component', about: 'only those of this caller; all where left out', optional: true },
      idleFor: {
        quantity: 'duration',
        about: 'only those that have been idle for this long; all where left out',
        optional: true,
      },
    },
    undo: { kind: 'none', why: 'callers connect again by themselves; what ran over the connections is lost' },
    interrupts: 'requests and transactions on these connections',
    tiers: { ...partlyInPreflight, model: 'partly' },
    caveat:
      'preflight says whether it frees what is held, not what the reconnecting does; in the model callers get an error, and what they had asked is worked off for nobody',
    example: { component: 'database', from: 'reporting', idleFor: '10m' },
  }),
});
