import { fault } from '../fault-entry.ts';
import { component, from, lasting, operation, optionalComponent, queue, share } from '../frequent-parameters.ts';
import { everywhere, notInPreflight, replicasOnly } from '../tier.ts';
import { inFamily } from '../word.ts';

const cacheOf = {
  component: { ...optionalComponent, about: 'the component that is the cache, or has it in memory' },
  cache: { quantity: 'text', about: 'which cache, where the component has several', optional: true },
} as const;

const broker = { ...optionalComponent, about: 'the broker that holds it, where several do' } as const;

/** What is stored, queued or locked, and not as it should be. */
export const dataFaults = inFamily('data', {
  'stale-cache': fault({
    about: 'a cache gives what is out of date',
    target: 'cache',
    parameters: {
      ...cacheOf,
      age: { quantity: 'duration', about: 'how old it is', above: 0 },
      for: lasting,
    },
    atLeastOne: ['component', 'cache'],
    tiers: replicasOnly,
    caveat: 'the model does not know how old answers are; what they lead to shows in a replica only',
    example: { component: 'redis', age: '10m', for: '10m' },
  }),
  'cache-flush': fault({
    about: 'a cache is suddenly empty',
    alsoKnownAs: ['cold-cache', 'flush-cache', 'cache-cold'],
    target: 'cache',
    parameters: cacheOf,
    atLeastOne: ['component', 'cache'],
    tiers: notInPreflight,
    example: { component: 'redis' },
  }),
  'replication-lag': fault({
    about: 'the copies of a database are behind',
    alsoKnownAs: ['replica-lag'],
    target: 'component',
    parameters: {
      component: { ...component, about: 'the database' },
      lag: { quantity: 'duration', about: 'how far', above: 0 },
      for: lasting,
    },
    tiers: { ...replicasOnly, 'replica-docker': 'partly', 'replica-kubernetes': 'partly' },
    caveat: 'the model does not know how old answers are; a replica needs a database that can be held back',
    example: { component: 'database', lag: '30s', for: '10m' },
  }),
  'queue-backlog': fault({
    about: 'a queue suddenly holds many messages',
    alsoKnownAs: ['backlog', 'queue-depth'],
    target: 'queue',
    parameters: {
      queue,
      component: broker,
      messages: { quantity: 'count', about: 'how many more', least: 1, most: 10_000_000 },
    },
    tiers: notInPreflight,
    example: { queue: 'orders', messages: 50_000 },
  }),
  'poison-message': fault({
    about: 'a queue holds messages that no consumer can work off, and that come again each time',
    alsoKnownAs: ['poison-pill', 'bad-message'],
    target: 'queue',
    parameters: {
      queue,
      component: broker,
      messages: { quantity: 'count', about: 'how many', default: 1, least: 1, most: 10_000_000 },
      effect: {
        quantity: 'choice',
        about: 'what one does to its consumer',
        of: ['fails', 'crashes', 'hangs'],
        default: 'fails',
      },
    },
    tiers: replicasOnly,
    example: { queue: 'orders', messages: 1, effect: 'crashes' },
  }),
  'schema-mismatch': fault({
    about: 'a database or message has another form than its reader expects',
    alsoKnownAs: ['migration-mismatch', 'incompatible-schema'],
    target: 'calls',
    parameters: { component: { ...component, about: 'what holds the data' }, from, operation, share, for: lasting },
    tiers: replicasOnly,
    example: { component: 'database', from: 'checkout', for: '10m' },
  }),
  'lock-held': fault({
    about: 'somebody holds a lock that others wait for',
    alsoKnownAs: ['table-lock', 'deadlock', 'blocking-migration'],
    target: 'lock',
    parameters: {
      lock: { quantity: 'text', about: 'the lock, or the table' },
      component: { ...optionalComponent, about: 'the database that has it, where several do' },
      mode: { quantity: 'choice', about: 'whom it keeps out', of: ['exclusive', 'shared'], default: 'exclusive' },
      for: lasting,
    },
    tiers: everywhere,
    example: { lock: 'orders', component: 'database', for: '2m' },
  }),
});
