import { z } from 'zod';
import { countOrShareSchema } from '../../../src/kernel/index.ts';
import { clientSchema } from './client.ts';
import { distributionSchema } from './distribution.ts';
import { nameSchema } from './name.ts';
import { bytes, cores, duration, perSecond, ratio, someCores, someTime } from './quantity.ts';
import { stepsSchema } from './step.ts';

const countOrShare = countOrShareSchema.meta({ title: 'count or share', examples: [1, '25%'] });

const processors = z.strictObject({
  cores: someCores.optional().meta({ description: 'of one instance; without it a request never waits for one' }),
  scheduling: z
    .enum(['processor-sharing', 'fcfs'])
    .default('processor-sharing')
    .meta({ description: 'fcfs: a request keeps its processor until its work is done' }),
  limit: someCores
    .optional()
    .meta({ description: 'quota as the CFS scheduler has it: this much work in each period, then nothing' }),
  period: someTime.default(100).meta({ description: 'of the limit' }),
});

const memory = z.strictObject({
  limit: bytes.optional().meta({ description: 'beyond it the instance is killed' }),
  base: bytes.default(0).meta({ description: 'that it takes when nothing is asked of it' }),
  perRequest: bytes.default(0).meta({ description: 'for each request that is there, waiting ones too' }),
  leak: bytes.default(0).meta({ description: 'kept for ever by each request that was served' }),
});

/** How the control plane asks an instance for its health. */
export const probeSchema = z
  .strictObject({
    asks: z
      .string()
      .optional()
      .meta({ description: 'an operation of the component, asked like any request; without it only the process' }),
    delay: duration.default(0).meta({ description: 'from the start to the first time' }),
    every: someTime.default(10_000).meta({ description: 'from one time to the next' }),
    timeout: someTime.default(1_000).meta({ description: 'after which no answer is a failure' }),
    failures: z.int().min(1).default(3).meta({ description: 'in a row that count as failed' }),
    successes: z.int().min(1).default(1).meta({ description: 'in a row that count as well again' }),
  })
  .meta({ title: 'probe' });

/** The part of a system that has instances of its own. */
export const componentSchema = z.strictObject({
  operations: z.record(nameSchema, stepsSchema).meta({ description: 'what it can be asked, and what it then does' }),
  replicas: z.int().min(0).max(100_000).default(1).meta({ description: 'instances at the start of the run' }),
  workers: z
    .int()
    .min(1)
    .optional()
    .meta({ description: 'requests that an instance serves at once, each held over its calls; without it any number' }),
  queue: z
    .int()
    .min(0)
    .max(10_000_000)
    .default(10_000)
    .meta({ description: 'requests that may wait in an instance for a worker or a processor; more are refused' }),
  cpu: processors.prefault({}).meta({ description: 'its processors' }),
  memory: memory.optional().meta({ description: 'of an instance; without it none is modelled' }),
  clients: z.record(z.string(), clientSchema).default({}).meta({ description: 'how it calls which component' }),
  admission: z
    .strictObject({
      rate: perSecond.optional().meta({ description: 'of each instance; what is above is refused' }),
      burst: z.number().min(1).default(1).meta({ description: 'how many may come at once' }),
      inFlight: z.int().min(1).optional().meta({ description: 'of each instance; what is above is shed' }),
    })
    .optional()
    .meta({ description: 'what it refuses at its door' }),
  consumes: z
    .array(
      z.strictObject({
        queue: z.string().meta({ description: 'that it takes messages from' }),
        operation: z.string().meta({ description: 'of its own, done for each message' }),
        atOnce: z.int().min(1).default(1).meta({ description: 'messages that an instance works on at once' }),
      }),
    )
    .default([])
    .meta({ description: 'queues that it works off' }),
  startUp: z
    .strictObject({
      time: distributionSchema.default(0).meta({ description: 'until the process can do anything' }),
      steps: stepsSchema.default([]).meta({ description: 'done after that time; where they fail, the instance exits' }),
      warmUp: z
        .strictObject({
          for: someTime.meta({ description: 'how long it takes to be as fast as it gets' }),
          slowdown: z.number().min(1).max(1_000).meta({ description: 'the factor at first' }),
        })
        .optional()
        .meta({ description: 'work takes longer by the factor at first, falling to 1 over this time' }),
    })
    .prefault({})
    .meta({ description: 'of each instance, before it is ready' }),
  probes: z
    .strictObject({
      readiness: probeSchema.optional().meta({ description: 'while it fails, nobody is sent there' }),
      liveness: probeSchema.optional().meta({ description: 'where it fails, the instance is restarted' }),
      startup: probeSchema.optional().meta({ description: 'until it succeeds, the others do not begin' }),
    })
    .default({})
    .meta({ description: 'how the control plane asks for its health' }),
  restart: z
    .strictObject({
      when: z.enum(['always', 'on-failure', 'never']).default('always').meta({ description: 'after which ends' }),
      backoff: someTime.default(10_000).meta({ description: 'before a restart, once the first has not helped' }),
      factor: z.number().min(1).default(2).meta({ description: 'by which it grows with each restart' }),
      most: someTime.default(300_000).meta({ description: 'the longest it grows to' }),
      resetAfter: duration.default(600_000).meta({ description: 'of running well, the backoff starts anew' }),
    })
    .prefault({})
    .meta({ description: 'of an instance that ended' }),
  rollout: z
    .strictObject({
      strategy: z
        .enum(['rolling', 'recreate', 'on-delete'])
        .default('rolling')
        .meta({ description: 'on-delete: an instance is replaced only when somebody deletes it' }),
      maxSurge: countOrShare
        .default({ share: 0.25 })
        .meta({ description: 'instances above the wanted number meanwhile; rounded up' }),
      maxUnavailable: countOrShare
        .default({ share: 0.25 })
        .meta({ description: 'instances that may be lacking meanwhile; rounded down' }),
      minReady: duration.default(0).meta({ description: 'how long one must be ready to count as available' }),
      deadline: someTime.default(600_000).meta({ description: 'without progress for so long it has failed' }),
    })
    .prefault({})
    .meta({ description: 'how instances are replaced when something about them changes' }),
  shutdown: z
    .strictObject({
      preStop: duration.default(0).meta({ description: 'serves on for this long after it was told to stop' }),
      grace: duration.default(30_000).meta({ description: 'from then until it is killed, preStop included' }),
      drains: z.boolean().default(true).meta({ description: 'finishes the requests that it has after preStop' }),
    })
    .prefault({})
    .meta({ description: 'of an instance that is told to stop' }),
  routing: z
    .strictObject({
      added: distributionSchema.default(0).meta({ description: 'until callers know of a new instance' }),
      removed: distributionSchema.default(0).meta({ description: 'until callers stop sending to one that leaves' }),
    })
    .prefault({})
    .meta({ description: 'how fast callers learn which instances there are' }),
  autoscaler: z
    .strictObject({
      min: z.int().min(1).meta({ description: 'instances at least' }),
      max: z.int().min(1).max(100_000).meta({ description: 'instances at most' }),
      cpu: ratio.optional().meta({ description: 'wanted use of cores (or of the reservation where one is given)' }),
      inFlight: z.number().positive().optional().meta({ description: 'wanted requests at once in each instance' }),
      every: someTime.default(15_000).meta({ description: 'from one look to the next' }),
      tolerance: ratio.default(0.1).meta({ description: 'a difference of which it does not act on' }),
      downAfter: duration.default(300_000).meta({ description: 'the highest wish of this long is followed' }),
    })
    .refine(({ min, max }) => min <= max, { error: 'a min that is not above max' })
    .optional()
    .meta({ description: 'changes the number of instances by itself' }),
  reserves: z
    .strictObject({
      cpu: cores.default(0).meta({ description: 'cores' }),
      memory: bytes.default(0).meta({ description: 'memory' }),
    })
    .prefault({})
    .meta({ description: 'of a node, for each instance' }),
  placement: z.array(z.string()).max(100_000).default([]).meta({
    description: 'nodes that its first instances are on at the start, one each; the others go where they fit',
  }),
  volume: z
    .enum(['one-node', 'one-instance', 'many'])
    .optional()
    .meta({ description: 'who may attach its volume at the same time' }),
  disruptionBudget: z
    .union([z.strictObject({ minAvailable: countOrShare }), z.strictObject({ maxUnavailable: countOrShare })], {
      error: 'either {"minAvailable": …} or {"maxUnavailable": …}',
    })
    .optional()
    .meta({ description: 'what a drain must leave: {"minAvailable": 2} or {"maxUnavailable": "25%"}' }),
  certificate: z
    .strictObject({
      expires: duration.meta({ description: 'after the start of the run' }),
      renews: z
        .strictObject({
          every: someTime.meta({ description: 'from one renewal to the next' }),
          works: z.boolean().default(true).meta({ description: 'false: it tries and fails' }),
        })
        .optional()
        .meta({ description: 'somebody or something renews it' }),
    })
    .optional()
    .meta({ description: 'that callers check' }),
});

/** See `componentSchema`. */
export type ComponentModel = z.output<typeof componentSchema>;

/** See `probeSchema`. */
export type Probe = z.output<typeof probeSchema>;
