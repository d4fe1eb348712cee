import { action, notUndone, previousValue, undoneBy } from '../action-entry.ts';
import { component, instances, node, optionalComponent } from '../frequent-parameters.ts';
import { everywhere, notOnDocker, partlyInPreflight } from '../tier.ts';
import { inFamily } from '../word.ts';

/** How much of it there is. */
export const capacityActions = inFamily('capacity', {
  scale: action({
    about: 'sets how many instances run',
    parameters: {
      component,
      replicas: { quantity: 'count', about: 'how many instances', least: 0, most: 100_000 },
    },
    undo: previousValue,
    interrupts: 'requests on instances that go, where it is scaled down',
    tiers: everywhere,
    example: { component: 'checkout', replicas: 3 },
  }),
  'set-limits': action({
    about: 'sets what one instance may use at most',
    alsoKnownAs: ['set-resources', 'limits', 'update-limits'],
    parameters: {
      component,
      cpu: { quantity: 'cores', about: 'processor quota; as it was where left out', optional: true, above: 0 },
      memory: { quantity: 'bytes', about: 'memory limit; as it was where left out', optional: true, above: 0 },
      restarts: {
        quantity: 'flag',
        about: 'whether instances are replaced for it, as most orchestrators do',
        default: true,
      },
    },
    atLeastOne: ['cpu', 'memory'],
    undo: previousValue,
    interrupts: 'requests on instances that are replaced; an instance above a lower memory limit is killed',
    tiers: everywhere,
    example: { component: 'checkout', cpu: '500m', memory: '512MiB' },
  }),
  'set-autoscaler': action({
    about: 'sets the bounds and the aim of an autoscaler, or switches it on or off',
    alsoKnownAs: ['hpa', 'autoscale'],
    parameters: {
      component,
      least: { quantity: 'count', about: 'the fewest instances; as it was where left out', optional: true, least: 0 },
      most: { quantity: 'count', about: 'the most instances; as it was where left out', optional: true, least: 1 },
      cpu: {
        quantity: 'ratio',
        about: 'the use of reserved processors that it aims at; as it was where left out',
        optional: true,
        above: 0,
      },
      enabled: { quantity: 'flag', about: 'whether it acts', default: true },
    },
    undo: previousValue,
    interrupts: null,
    tiers: { ...everywhere, 'replica-docker': 'no' },
    caveat: 'a Docker engine has no autoscaler',
    example: { component: 'checkout', least: 2, most: 10, cpu: '70%' },
  }),
  'resize-volume': action({
    about: 'makes a volume larger',
    alsoKnownAs: ['grow-disk', 'expand-volume'],
    parameters: {
      component: optionalComponent,
      volume: { quantity: 'text', about: 'which volume; its only one where left out', optional: true },
      size: { quantity: 'bytes', about: 'the size that it is to have', above: 0 },
    },
    atLeastOne: ['component', 'volume'],
    undo: notUndone('a volume cannot be made smaller while it holds data'),
    interrupts: 'its component, where the storage cannot grow under a running one',
    tiers: { preflight: 'yes', model: 'no', 'replica-docker': 'no', 'replica-kubernetes': 'partly' },
    caveat: 'disks fill in preflight only; a cluster needs storage that can grow',
    example: { component: 'database', size: '200GiB' },
  }),
  'add-node': action({
    about: 'adds nodes to the cluster',
    alsoKnownAs: ['scale-nodes', 'add-host'],
    parameters: {
      nodes: { quantity: 'count', about: 'how many', default: 1, least: 1, most: 10_000 },
      pool: { quantity: 'text', about: 'of which pool; the only one where left out', optional: true },
      zone: { quantity: 'text', about: 'in which zone; any where left out', optional: true },
      after: { quantity: 'duration', about: 'until a node takes instances', default: '3m', least: 0 },
    },
    undo: undoneBy('remove-node'),
    interrupts: null,
    tiers: notOnDocker,
    example: { nodes: 2, pool: 'general' },
  }),
  'remove-node': action({
    about: 'takes an empty node out of the cluster',
    parameters: { node },
    undo: undoneBy('add-node'),
    interrupts: 'whatever still runs on it: drain it first',
    tiers: notOnDocker,
    example: { node: 'node-3' },
  }),
  'delete-instance': action({
    about: 'removes instances, for the orchestrator to make others',
    alsoKnownAs: ['delete-pod', 'kill-pod', 'remove-instance'],
    parameters: {
      component,
      instance: { quantity: 'instance', about: 'which one; any where left out', optional: true },
      instances: { ...instances, about: 'how many, where none is named; one where left out' },
    },
    undo: notUndone('another instance takes its place, and what it held in memory is lost'),
    interrupts: 'the requests of the instance, and what it holds in memory',
    tiers: partlyInPreflight,
    caveat: 'preflight says whether those that stay can carry the load and whether a budget allows it, not how it goes',
    example: { component: 'checkout', instance: 'checkout-7d4b9' },
  }),
});
