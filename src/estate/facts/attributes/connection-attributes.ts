import { z } from 'zod';
import { count, perSecond, quantiles, ratio, timeMs } from './amounts.ts';
import { attribute } from './attribute-entry.ts';

/** How components connect to each other, and what each allows the other. */
export const connectionAttributes = {
  'connection-pool': attribute({
    about: 'how many connections each instance of the caller may hold to the called one, and when it opens them',
    subject: 'edge',
    kind: 'configuration',
    value: z.strictObject({
      /** Absent: nothing bounds it. */
      sizePerInstance: count.optional(),
      /** Beyond the size, for as long as they are needed. */
      overflowPerInstance: count.optional(),
      /** Processes of an instance that have a pool each; 1 where absent. */
      poolsPerInstance: count.optional(),
      /** How long opening one may take. */
      connectTimeoutMs: timeMs.optional(),
      /** How long a request waits for a free one. */
      acquireTimeoutMs: timeMs.optional(),
      /** How many an instance opens before it is ready; 0: only when they are needed. */
      opensAtStart: count.optional(),
      /** What an instance does that cannot open those. */
      whenStartFails: z.enum(['exits', 'retries', 'serves-without']).optional(),
      /** Between two tries to connect; 0: at once. */
      connectBackoffMs: timeMs.optional(),
    }),
  }),
  'connection-slots': attribute({
    about: 'how many connections it takes in all, how many of them are reserved, and who else holds some',
    subject: 'component',
    kind: 'configuration',
    value: z.strictObject({
      total: count,
      /** For administrators; no application gets them. */
      reserved: count.optional(),
      /** Who shares it and has no pool of its own among the facts. */
      tenants: z.array(z.strictObject({ name: z.string(), connections: count })).optional(),
    }),
  }),
  'connections-used': attribute({
    about: 'how many connections it had at a time, those of all callers together',
    subject: 'component',
    kind: 'state',
    value: z.strictObject({ mean: z.number().min(0).optional(), peak: count.optional(), windowMs: timeMs.optional() }),
  }),
  'connect-time': attribute({
    about: 'how long opening a connection takes: when the called one is idle, and now',
    subject: 'edge',
    kind: 'service-time',
    value: z.strictObject({ idle: quantiles.optional(), now: quantiles.optional() }),
  }),
  'address-resolution': attribute({
    about: 'when the caller looks up the address of the called one, and which one it has',
    subject: 'edge',
    kind: 'configuration',
    value: z.strictObject({
      when: z.enum(['at-start', 'each-connection', 'ttl']),
      ttlMs: timeMs.optional(),
      /** The address that the caller uses now. */
      resolved: z.string().optional(),
      /** Whether it stays the same when instances are replaced, as a virtual one of a cluster does. */
      isStable: z.boolean().optional(),
    }),
  }),
  'name-lookups': attribute({
    about: 'how many name lookups one call costs at the called name server, and how many calls there are',
    subject: 'edge',
    kind: 'configuration',
    value: z.strictObject({
      perCall: z.number().min(0),
      /** Calls that need a lookup; those of the traffic where absent. */
      callsPerSecond: perSecond.optional(),
      isCached: z.boolean(),
    }),
  }),
  'keep-alive': attribute({
    about: 'after how long without a request it closes a connection that callers keep open',
    subject: 'component',
    kind: 'configuration',
    value: z.strictObject({ idleTimeoutMs: timeMs }),
  }),
  'kept-connections': attribute({
    about: 'how the caller keeps connections open for later requests',
    subject: 'edge',
    kind: 'configuration',
    value: z.strictObject({
      /** After how long without a request it closes one itself; absent: never. */
      idleTimeoutMs: timeMs.optional(),
      /** How many each instance of the caller keeps. */
      connectionsPerInstance: count.optional(),
      /** Whether a request that finds its connection closed is sent again over another. */
      retriesWhenClosed: z.boolean().optional(),
    }),
  }),
  'call-policy': attribute({
    about: 'after how long the caller gives up, how often it tries, and what bounds that',
    subject: 'edge',
    kind: 'configuration',
    value: z.strictObject({
      timeoutMs: timeMs.optional(),
      /** In all, the first among them; 1: no retry. */
      attempts: z.int().min(1).optional(),
      backoffMs: timeMs.optional(),
      /** The longest that the backoff grows to. */
      mostBackoffMs: timeMs.optional(),
      /** How much of the wait is chance. */
      jitterRatio: ratio.optional(),
      /** Retries at most, as a share of requests. */
      retryBudgetRatio: z.number().min(0).optional(),
      /** Whether a call that was given up ends at the called one too. */
      isCancelled: z.boolean().optional(),
      /** Whether the caller answers without the called one where that fails. */
      isOptional: z.boolean().optional(),
      hasBreaker: z.boolean().optional(),
    }),
  }),
} as const;
