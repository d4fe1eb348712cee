import { fault } from '../fault-entry.ts';
import { called, caller, component, instances, lasting, optionalComponent } from '../frequent-parameters.ts';
import { notInPreflight, replicasOnly } from '../tier.ts';
import { inFamily } from '../word.ts';

const per = {
  quantity: 'choice',
  about: 'for each what',
  of: ['second', 'minute', 'request'],
  default: 'minute',
} as const;

/** Too little of processor, memory, disk, connections or instances. */
export const capacityFaults = inFamily('capacity', {
  'cpu-hog': fault({
    about: 'something else uses processors of its instances',
    alsoKnownAs: ['cpu-stress', 'stress-cpu', 'noisy-neighbour'],
    target: 'component',
    parameters: {
      component,
      instances,
      cpu: { quantity: 'cores', about: 'how many cores, of each instance', above: 0 },
      for: lasting,
    },
    tiers: notInPreflight,
    example: { component: 'checkout', cpu: '500m', for: '5m' },
  }),
  'cpu-limit': fault({
    about: 'its instances are held to a lower processor quota than they should have',
    alsoKnownAs: ['cpu-throttle', 'throttling'],
    target: 'component',
    parameters: { component, cpu: { quantity: 'cores', about: 'the quota of each instance', above: 0 }, for: lasting },
    tiers: notInPreflight,
    example: { component: 'checkout', cpu: '130m' },
  }),
  'memory-pressure': fault({
    about: 'something else uses memory of its instances',
    alsoKnownAs: ['memory-hog', 'memory-stress'],
    target: 'component',
    parameters: {
      component,
      instances,
      memory: { quantity: 'bytes', about: 'how much, of each instance', above: 0 },
      for: lasting,
    },
    tiers: notInPreflight,
    example: { component: 'checkout', memory: '256MiB', for: '5m' },
  }),
  'memory-leak': fault({
    about: 'its instances keep memory that they never give back',
    alsoKnownAs: ['leak'],
    target: 'component',
    parameters: {
      component,
      leak: { quantity: 'bytes', about: 'how much each instance keeps', above: 0 },
      per,
      for: lasting,
    },
    tiers: notInPreflight,
    example: { component: 'checkout', leak: '10MiB', per: 'minute' },
  }),
  'io-throttle': fault({
    about: 'its disk reads and writes at most so much',
    alsoKnownAs: ['slow-disk', 'disk-latency', 'io-stress'],
    target: 'component',
    parameters: {
      component,
      rate: { quantity: 'bytesPerSecond', about: 'reads and writes together', above: 0 },
      for: lasting,
    },
    tiers: replicasOnly,
    caveat: 'the model knows no disks: give the waits of its steps the time that a slow one takes',
    example: { component: 'database', rate: '1MiB/s', for: '10m' },
  }),
  'disk-fill': fault({
    about: 'its disk is filled up',
    alsoKnownAs: ['disk-full', 'no-space'],
    target: 'volume',
    parameters: {
      component: optionalComponent,
      node: { quantity: 'node', about: 'the disk of this node instead', optional: true },
      fill: { quantity: 'ratio', about: 'how full it is then', default: '100%', above: 0 },
      for: lasting,
    },
    exactlyOne: ['component', 'node'],
    tiers: replicasOnly,
    caveat: 'the model knows no disks; what a program does with a full one is known from a replica only',
    example: { component: 'database', fill: '100%' },
  }),
  'pool-exhaustion': fault({
    about: 'connections of a pool are held and not given back',
    alsoKnownAs: ['connection-leak', 'pool-exhausted'],
    target: 'calls',
    parameters: {
      component: caller,
      to: called,
      connections: {
        quantity: 'count',
        about: 'how many of each instance; all where left out',
        optional: true,
        least: 1,
      },
      for: lasting,
    },
    tiers: notInPreflight,
    example: { component: 'checkout', to: 'database', for: '5m' },
  }),
  'replica-loss': fault({
    about: 'instances go and are not replaced meanwhile',
    alsoKnownAs: ['lost-replica', 'pod-loss'],
    target: 'component',
    parameters: {
      component,
      replicas: { quantity: 'count', about: 'how many', default: 1, least: 1 },
      for: lasting,
    },
    tiers: notInPreflight,
    example: { component: 'checkout', replicas: 1, for: '10m' },
  }),
  'thread-leak': fault({
    about: 'workers of its instances are taken and never come back',
    alsoKnownAs: ['worker-leak', 'thread-exhaustion'],
    target: 'component',
    parameters: {
      component,
      threads: { quantity: 'count', about: 'how many workers of each instance', default: 1, least: 1 },
      per,
      for: lasting,
    },
    tiers: notInPreflight,
    example: { component: 'checkout', threads: 1, per: 'minute' },
  }),
});
