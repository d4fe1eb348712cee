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
      sizePerInstance: count.optional().describe('of one pool of one instance; left out: nothing bounds it'),
      overflowPerInstance: count.optional().describe('beyond the size, for as long as they are needed'),
      poolsPerInstance: count.optional().describe('processes of an instance that have a pool each; 1 where left out'),
      connectTimeoutMs: timeMs.optional().describe('how long opening one may take'),
      acquireTimeoutMs: timeMs.optional().describe('how long a request waits for a free one'),
      opensAtStart: count
        .optional()
        .describe('how many an instance opens before it is ready; 0: only when they are needed'),
      whenStartFails: z
        .enum(['exits', 'retries', 'serves-without'])
        .optional()
        .describe('what an instance does that cannot open those'),
      connectBackoffMs: timeMs.optional().describe('between two tries to connect; 0: at once'),
    }),
  }),
  'connection-slots': attribute({
    about: 'how many connections it takes in all, how many of them are reserved, and who else holds some',
    subject: 'component',
    kind: 'configuration',
    value: z.strictObject({
      total: count.describe('all of them'),
      reserved: count.optional().describe('for administrators; no application gets them'),
      tenants: z
        .array(z.strictObject({ name: z.string().describe('who'), connections: count.describe('how many it holds') }))
        .optional()
        .describe('who shares it and has no pool of its own among the facts'),
    }),
  }),
  'connections-used': attribute({
    about: 'how many connections it had at a time, those of all callers together',
    subject: 'component',
    kind: 'state',
    value: z.strictObject({
      mean: z.number().min(0).max(1e12).optional().describe('on average'),
      peak: count.optional().describe('at the peak'),
      windowMs: timeMs.optional().describe('for how long it was watched'),
    }),
  }),
  'connect-time': attribute({
    about: 'how long opening a connection takes: when the called one is idle, and now',
    subject: 'edge',
    kind: 'service-time',
    value: z.strictObject({
      idle: quantiles.optional().describe('when the called one is idle'),
      now: quantiles.optional().describe('as it is now'),
    }),
  }),
  'address-resolution': attribute({
    about: 'when the caller looks up the address of the called one, and which one it has',
    subject: 'edge',
    kind: 'configuration',
    value: z.strictObject({
      when: z
        .enum(['at-start', 'each-connection', 'ttl'])
        .describe('once at the start, for each connection, or again after `ttl`'),
      ttlMs: timeMs.optional().describe('for how long an answer is kept'),
      resolved: z.string().optional().describe('the address that the caller uses now'),
      isStable: z
        .boolean()
        .optional()
        .describe('whether it stays the same when instances are replaced, as a virtual one of a cluster does'),
    }),
  }),
  'name-lookups': attribute({
    about: 'how many name lookups one call costs at the called name server, and how many calls there are',
    subject: 'edge',
    kind: 'configuration',
    value: z.strictObject({
      perCall: z
        .number()
        .min(0)
        .max(1e6)
        .describe('lookups that one call costs: names that are tried one after the other count each'),
      callsPerSecond: perSecond.optional().describe('calls that need a lookup; those of the traffic where left out'),
      isCached: z.boolean().describe('whether answers are kept near the caller'),
    }),
  }),
  'keep-alive': attribute({
    about: 'after how long without a request it closes a connection that callers keep open',
    subject: 'component',
    kind: 'configuration',
    value: z.strictObject({
      idleTimeoutMs: timeMs.describe('after how long without a request it closes a connection'),
    }),
  }),
  'kept-connections': attribute({
    about: 'how the caller keeps connections open for later requests',
    subject: 'edge',
    kind: 'configuration',
    value: z.strictObject({
      idleTimeoutMs: timeMs
        .optional()
        .describe('after how long without a request the caller closes one itself; left out: never'),
      connectionsPerInstance: count.optional().describe('how many each instance of the caller keeps'),
      retriesWhenClosed: z
        .boolean()
        .optional()
        .describe('whether a request that finds its connection closed is sent again over another'),
    }),
  }),
  'call-policy': attribute({
    about: 'after how long the caller gives up, how often it tries, and what bounds that',
    subject: 'edge',
    kind: 'configuration',
    value: z.strictObject({
      timeoutMs: timeMs.optional().describe('after how long the caller gives up one attempt'),
      attempts: z.int().min(1).max(1e6).optional().describe('in all, the first among them; 1: no retry'),
      backoffMs: timeMs.optional().describe('how long it waits before the second; doubled before each further one'),
      mostBackoffMs: timeMs.optional().describe('the longest that this wait grows to'),
      jitterRatio: ratio.optional().describe('how much of the wait is chance'),
      retryBudgetRatio: z.number().min(0).optional().describe('retries at most, as a share of requests'),
      isCancelled: z.boolean().optional().describe('whether a call that was given up ends at the called one too'),
      isOptional: z.boolean().optional().describe('whether the caller answers without the called one where that fails'),
      hasBreaker: z.boolean().optional().describe('whether it stops calling after many failures'),
    }),
  }),
} as const;
