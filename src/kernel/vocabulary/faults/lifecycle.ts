import { fault } from '../fault-entry.ts';
import { component, instances, lasting } from '../frequent-parameters.ts';
import { everywhere, partlyInPreflight } from '../tier.ts';
import { inFamily } from '../word.ts';

/** Instances that end, hang, or do not come up. */
export const lifecycleFaults = inFamily('lifecycle', {
  kill: fault({
    about: 'instances end at once, without finishing anything; what restarts them does so',
    alsoKnownAs: ['crash', 'sigkill', 'pod-kill', 'container-kill'],
    target: 'component',
    parameters: { component, instances },
    tiers: everywhere,
    example: { component: 'payment', instances: 1 },
  }),
  stop: fault({
    about: 'instances are stopped, and nothing starts them again meanwhile',
    alsoKnownAs: ['down', 'shutdown', 'pod-failure'],
    target: 'component',
    parameters: { component, instances, for: lasting },
    tiers: everywhere,
    example: { component: 'payment', for: '5m' },
  }),
  pause: fault({
    about: 'instances stand still: connections stay open and nothing is answered',
    alsoKnownAs: ['freeze', 'hang', 'sigstop'],
    target: 'component',
    parameters: { component, instances, for: lasting },
    tiers: everywhere,
    example: { component: 'payment', instances: 1, for: '30s' },
  }),
  restart: fault({
    about: 'instances end in order and start again, with nobody having asked for it',
    target: 'component',
    parameters: { component, instances },
    tiers: everywhere,
    example: { component: 'payment' },
  }),
  'out-of-memory': fault({
    about: 'the kernel kills instances for want of memory; what restarts them does so',
    alsoKnownAs: ['oom', 'oom-kill'],
    target: 'component',
    parameters: { component, instances },
    tiers: everywhere,
    example: { component: 'payment', instances: 1 },
  }),
  'crash-loop': fault({
    about: 'instances end again and again some time after each start, and are restarted with growing delays',
    alsoKnownAs: ['crashloopbackoff'],
    target: 'component',
    parameters: {
      component,
      instances,
      after: { quantity: 'duration', about: 'how long each lives', default: '5s', least: 0 },
      for: lasting,
    },
    tiers: everywhere,
    example: { component: 'payment', after: '10s', for: '10m' },
  }),
  'slow-start': fault({
    about: 'instances that start take longer until they are ready',
    alsoKnownAs: ['slow-startup'],
    target: 'component',
    parameters: {
      component,
      delay: { quantity: 'duration', about: 'how much longer', above: 0 },
      for: lasting,
    },
    tiers: partlyInPreflight,
    caveat: 'preflight sets the time against probes and deadlines, not against what is going on meanwhile',
    example: { component: 'payment', delay: '90s' },
  }),
});
