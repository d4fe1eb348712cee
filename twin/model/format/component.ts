import { z } from 'zod';
import {
  bytesSchema,
  coresSchema,
  countOrShareSchema,
  durationMsSchema,
  perSecondSchema,
  ratioSchema,
} from '../../../src/kernel/index.ts';
import { clientSchema } from './client.ts';
import { distributionSchema } from './distribution.ts';
import { stepsSchema } from './step.ts';

const processors = z.strictObject({
  cores: coresSchema.optional().meta({ description: 'of one instance; without it a request never waits for one' }),
  scheduling: z
    .enum(['processor-sharing', 'fcfs'])
    .default('processor-sharing')
    .meta({ description: 'fcfs: a request keeps its processor until its work is done' }),
  limit: coresSchema
    .optional()
    .meta({ description: 'quota as the CFS scheduler has it: this much work in each period, then nothing' }),
  period: durationMsSchema.refine((ms) => ms > 0, 'a period above 0').default(100),
});

const memory = z.strictObject({
  limit: bytesSchema.optional().meta({ description: 'beyond it the instance is killed' }),
  base: bytesSchema.default(0),
  perRequest: bytesSchema.default(0).meta({ description: 'for each request that is there, waiting ones too' }),
  leak: bytesSchema.default(0).meta({ description: 'kept for ever by each request that was served' }),
});

const probe = z.strictObject({
  asks: z
    .string()
    .optional()
    .meta({ description: 'an operation of the component, asked like any request; without it only the process' }),
  delay: durationMsSchema.default(0).meta({ description: 'from the start to the first time' }),
  every: durationMsSchema.refine((ms) => ms > 0, 'an interval above 0').default(10_000),
  timeout: durationMsSchema.refine((ms) => ms > 0, 'a timeout above 0').default(1_000),
  failures: z.int().min(1).default(3).meta({ description: 'in a row that count as failed' }),
  successes: z.int().min(1).default(1).meta({ description: 'in a row that count as well again' }),
});

/** The part of a system that has instances of its own. */
export const componentSchema = z.strictObject({
  operations: z.record(z.string(), stepsSchema).meta({ description: 'what it can be asked, and what it then does' }),
  replicas: z.int().min(0).max(100_000).default(1),
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
  cpu: processors.prefault({}),
  memory: memory.optional(),
  clients: z.record(z.string(), clientSchema).default({}).meta({ description: 'how it calls which component' }),
  admission: z
    .strictObject({
      rate: perSecondSchema.optional().meta({ description: 'of each instance; what is above is refused' }),
      burst: z.number().min(1).default(1),
      inFlight: z.int().min(1).optional().meta({ description: 'of each instance; what is above is shed' }),
    })
    .optional(),
  consumes: z
    .array(
      z.strictObject({
        queue: z.string(),
        operation: z.string(),
        atOnce: z.int().min(1).default(1).meta({ description: 'messages that an instance works on at once' }),
      }),
    )
    .default([]),
  startUp: z
    .strictObject({
      time: distributionSchema.default(0),
      steps: stepsSchema.default([]).meta({ description: 'done after that time; where they fail, the instance exits' }),
      warmUp: z
        .strictObject({ for: durationMsSchema, slowdown: z.number().min(1) })
        .optional()
        .meta({ description: 'work takes longer by the factor at first, falling to 1 over this time' }),
    })
    .prefault({}),
  probes: z
    .strictObject({ readiness: probe.optional(), liveness: probe.optional(), startup: probe.optional() })
    .default({}),
  restart: z
    .strictObject({
      when: z.enum(['always', 'on-failure', 'never']).default('always'),
      backoff: durationMsSchema.default(10_000),
      factor: z.number().min(1).default(2),
      most: durationMsSchema.default(300_000),
      resetAfter: durationMsSchema.default(600_000).meta({ description: 'of running well, the backoff starts anew' }),
    })
    .prefault({}),
  rollout: z
    .strictObject({
      strategy: z.enum(['rolling', 'recreate', 'on-delete']).default('rolling'),
      maxSurge: countOrShareSchema.default({ share: 0.25 }).meta({ description: 'rounded up' }),
      maxUnavailable: countOrShareSchema.default({ share: 0.25 }).meta({ description: 'rounded down' }),
      minReady: durationMsSchema.default(0),
      deadline: durationMsSchema.default(600_000),
    })
    .prefault({}),
  shutdown: z
    .strictObject({
      preStop: durationMsSchema.default(0).meta({ description: 'serves on for this long after it was told to stop' }),
      grace: durationMsSchema.default(30_000).meta({ description: 'from then until it is killed, preStop included' }),
      drains: z.boolean().default(true).meta({ description: 'finishes the requests that it has after preStop' }),
    })
    .prefault({}),
  routing: z
    .strictObject({
      added: distributionSchema.default(0).meta({ description: 'until callers know of a new instance' }),
      removed: distributionSchema.default(0).meta({ description: 'until callers stop sending to one that leaves' }),
    })
    .prefault({}),
  autoscaler: z
    .strictObject({
      min: z.int().min(1),
      max: z.int().min(1),
      cpu: ratioSchema
        .optional()
        .meta({ description: 'wanted use of cores (or of the reservation where one is given)' }),
      inFlight: z.number().positive().optional().meta({ description: 'wanted requests at once in each instance' }),
      every: durationMsSchema.default(15_000),
      tolerance: ratioSchema.default(0.1),
      downAfter: durationMsSchema.default(300_000).meta({ description: 'the highest wish of this long is followed' }),
    })
    .refine(({ min, max }) => min <= max, 'min must not be above max')
    .optional(),
  reserves: z
    .strictObject({ cpu: coresSchema.default(0), memory: bytesSchema.default(0) })
    .prefault({})
    .meta({ description: 'of a node, for each instance' }),
  volume: z
    .enum(['one-node', 'one-instance', 'many'])
    .optional()
    .meta({ description: 'who may attach its volume at the same time' }),
  disruptionBudget: z
    .union([
      z.strictObject({ minAvailable: countOrShareSchema }),
      z.strictObject({ maxUnavailable: countOrShareSchema }),
    ])
    .optional(),
  certificate: z
    .strictObject({
      expires: durationMsSchema.meta({ description: 'after the start of the run' }),
      renews: z
        .strictObject({ every: durationMsSchema, works: z.boolean().default(true) })
        .optional()
        .meta({ description: 'somebody or something renews it' }),
    })
    .optional(),
});

/** See `componentSchema`. */
export type ComponentModel = z.output<typeof componentSchema>;

/** See `componentSchema`. */
export type Probe = z.output<typeof probe>;
