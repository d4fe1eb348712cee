import { z } from 'zod';
import { distributionSchema } from './distribution.ts';
import { duration, perSecond, ratio, someTime } from './quantity.ts';

/** How a call that failed is tried again. */
export const retriesSchema = z.strictObject({
  attempts: z.int().min(1).max(100).meta({ description: 'in all, the first among them' }),
  backoff: duration.default(0).meta({ description: 'before the second attempt' }),
  factor: z.number().min(1).max(10).default(2).meta({ description: 'by which it grows with each attempt' }),
  most: duration.default(60_000).meta({ description: 'the longest it grows to' }),
  jitter: ratio
    .default(0)
    .meta({ description: 'which share of the backoff is drawn anew, uniformly from 0: 1 is full jitter' }),
  budget: ratio
    .optional()
    .meta({ description: 'retries per first attempt at most, over time; without it there is no such bound' }),
  budgetBurst: z.number().min(1).default(10).meta({ description: 'how many retries may be saved up' }),
});

/** How one component calls another, whatever the operation; all of it is optional. */
export const clientSchema = z.strictObject({
  latency: distributionSchema
    .optional()
    .meta({ description: 'of the network, there and back; half before the request arrives and half after' }),
  timeout: someTime
    .optional()
    .meta({ description: 'after which the caller gives up; the called one works on, unheard' }),
  retries: retriesSchema.optional().meta({ description: 'without it a call that failed is not tried again' }),
  pool: z
    .strictObject({
      size: z.int().min(1).meta({ description: 'connections of each instance' }),
      queue: z.int().min(0).default(1_000).meta({ description: 'how many calls may wait for one' }),
      acquireTimeout: someTime.optional().meta({ description: 'after which such a wait is an error' }),
    })
    .optional()
    .meta({ description: 'connections to the called component; without it there is always one' }),
  breaker: z
    .strictObject({
      errors: ratio.meta({ description: 'share of failed calls that opens it' }),
      window: z.int().min(1).max(10_000).meta({ description: 'how many last calls are looked at' }),
      openFor: duration.meta({ description: 'how long it lets nothing through before it tries again' }),
      probes: z.int().min(1).default(1).meta({ description: 'successes that close it again' }),
    })
    .optional()
    .meta({ description: 'a circuit breaker of each calling instance' }),
  rateLimit: z
    .strictObject({
      rate: perSecond.meta({ description: 'what is above it fails at once' }),
      burst: z.number().min(1).default(1).meta({ description: 'how many may come at once' }),
    })
    .optional()
    .meta({ description: 'of the calling component as a whole' }),
  balancing: z
    .enum(['round-robin', 'least-requests', 'random', 'pinned'])
    .default('round-robin')
    .meta({ description: 'pinned: each calling instance stays with one instance as long as that is there' }),
  resolves: z
    .union([z.literal('each-call'), z.literal('at-start'), z.strictObject({ every: someTime })], {
      error: 'each-call, at-start or how often ({"every": "30s"})',
    })
    .default('each-call')
    .meta({ description: 'when the addresses of the called instances are looked up' }),
  keepAlive: z
    .strictObject({
      idle: duration.meta({ description: 'the caller closes a connection after being idle for this long' }),
      serverIdle: duration.meta({ description: 'the called one does so after this long' }),
      notice: duration.meta({ description: 'how long until the caller sees that the other has closed' }),
    })
    .optional()
    .meta({ description: 'connections that are kept for the next request; absent: no such race is modelled' }),
});

/** See `clientSchema`. */
export type Client = z.output<typeof clientSchema>;

/** See `retriesSchema`. */
export type Retries = z.output<typeof retriesSchema>;
