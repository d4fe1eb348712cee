import { z } from 'zod';
import { errorCauses } from './error-cause.ts';

const count = z.int().min(0);
const amount = z.number().min(0);

/** A share, above 1 where a bound was passed. */
const ratio = z.number().min(0);

/** What nobody measured is null, never 0: JSON has no other word for it. */
const measured = amount.nullable();

const errors = z
  .partialRecord(z.enum(errorCauses), count)
  .meta({ description: 'how many failed, by cause; causes that did not occur are absent' });

const interval = z.strictObject({ low: z.number(), high: z.number() });

const run = z.strictObject({
  model: z.string().meta({ description: 'SHA-256 of the model as canonical JSON, defaults filled in' }),
  seed: z.union([z.number(), z.string()]),
  simulatedMs: amount.meta({ description: 'the time that all figures are of: after the warm-up' }),
  warmUpMs: amount.meta({ description: 'the time before it, of which nothing is counted' }),
  events: count.meta({ description: 'that the engine handled, warm-up included' }),
  requests: count.meta({ description: 'requests from outside that ended, answered or failed' }),
  saturated: z
    .array(
      z.strictObject({
        bound: z.enum(['instance-queue', 'pool-queue', 'message-queue', 'requests-under-way']).meta({
          description: 'what was full; requests-under-way is the bound of the engine itself',
        }),
        where: z.string().meta({ description: 'the component, "caller > called" of a pool, or the queue' }),
        refused: count,
      }),
    )
    .meta({ description: 'bounds that were reached, and how often something was refused there; empty: none' }),
});

const operation = z.strictObject({
  component: z.string(),
  operation: z.string(),
  attempts: count.meta({ description: 'calls that ended for their callers, each retry one of its own' }),
  answered: count,
  perSecond: amount.meta({ description: 'answered' }),
  meanMs: measured.meta({ description: 'of the answered, as their callers saw it; null where none was' }),
  meanIntervalMs: interval
    .nullable()
    .meta({ description: '95 % interval of the mean by batch means; null where there are too few' }),
  p50Ms: measured,
  p95Ms: measured,
  p99Ms: measured,
  maxMs: measured,
  errorRatio: ratio.nullable().meta({ description: 'of the attempts; null where there were none' }),
  errors,
  abandoned: count.meta({ description: 'worked off although the caller had given up' }),
  retries: count.meta({ description: 'of the attempts, those after a first' }),
});

const source = z.strictObject({
  operation: z.string().meta({ description: 'component/operation, as in the model' }),
  kind: z.enum(['open', 'closed', 'recorded']),
  offered: count.meta({ description: 'requests that were sent, retries not counted' }),
  ended: count.meta({ description: 'answered or failed' }),
  failed: count.meta({ description: 'of those that ended, after all retries' }),
  meanMs: measured.meta({ description: 'of the answered, retries and their waits included' }),
  p95Ms: measured,
});

const component = z.strictObject({
  component: z.string(),
  instances: z
    .strictObject({ mean: amount, min: count, max: count })
    .meta({ description: 'ready ones; the mean is over time' }),
  workers: z
    .strictObject({ utilisationRatio: ratio, meanQueue: amount })
    .nullable()
    .meta({ description: 'null where it has no bound of workers' }),
  cpu: z.strictObject({
    utilisationOfCoresRatio: ratio.nullable().meta({ description: 'null where it has no bound of cores' }),
    utilisationOfLimitRatio: ratio.nullable().meta({ description: 'null where it has no limit' }),
    throttledRatio: ratio
      .nullable()
      .meta({ description: 'share of the periods in which it was held; as cAdvisor has it' }),
    throttledMs: amount.meta({ description: 'time for which instances were held, added up' }),
  }),
  inFlight: z.strictObject({ mean: amount, max: count }).meta({
    description:
      'requests that are in it, waiting ones too: of all instances on average over time, and the most in one of them',
  }),
  meanWaiting: amount.meta({ description: 'requests that wait in it for a worker or a processor, mean over time' }),
  restarts: count,
  outOfMemoryKills: count,
  memoryPeakBytes: measured.meta({ description: 'of the instance that took most; null where memory is not modelled' }),
});

const pool = z.strictObject({
  caller: z.string(),
  called: z.string(),
  utilisationRatio: ratio,
  meanWaiting: amount.meta({ description: 'calls that wait for a connection, all instances together' }),
});

const queue = z.strictObject({
  queue: z.string(),
  meanDepth: amount,
  maxDepth: count,
  depthAtEnd: count,
  published: count,
  consumed: count.meta({ description: 'messages whose handling ended, well or not' }),
  failed: count.meta({ description: 'of these, those whose handling failed' }),
  refused: count.meta({ description: 'publishers got an error' }),
  dropped: count.meta({ description: 'by a queue that drops its oldest' }),
  oldestAtEndMs: measured.meta({ description: 'age of the oldest message at the end; null where it is empty' }),
});

const cache = z.strictObject({
  cache: z.string(),
  hitRatio: ratio.nullable().meta({ description: 'null where nobody asked it' }),
});

const breaker = z.strictObject({
  caller: z.string(),
  called: z.string(),
  opened: count.meta({ description: 'how often, all instances together' }),
});

const relativeDifference = z
  .number()
  .nullable()
  .meta({ description: '(measured - expected) / expected; null where nothing was expected' });

const checks = z
  .strictObject({
    littlesLaw: z.array(
      z.strictObject({
        component: z.string(),
        arrivalsPerSecond: amount,
        meanTimeMs: amount.meta({ description: 'from coming in to leaving or the end of the run, failed ones too' }),
        expected: amount.meta({ description: 'their product: requests in it at the same time' }),
        measured: amount.meta({ description: 'the same by counting over time' }),
        relativeDifference,
      }),
    ),
    utilisationLaw: z.array(
      z.strictObject({
        component: z.string(),
        throughputPerSecond: amount,
        meanDemandMs: amount.meta({ description: 'processor time of one request' }),
        expectedCores: amount.meta({ description: 'their product: cores that are busy' }),
        measuredCores: amount,
        relativeDifference,
      }),
    ),
  })
  .meta({
    description: 'laws that hold for any system that is run correctly: a difference is a defect, or too short a run',
  });

const timeline = z.strictObject({
  bucketMs: amount.meta({
    description: 'length of one bucket: whole seconds, so many that there are at most about 600',
  }),
  sources: z.array(
    z.strictObject({
      operation: z.string(),
      offered: z.array(count),
      ended: z.array(count),
      failed: z.array(count),
      p95Ms: z.array(measured),
    }),
  ),
  events: z
    .array(z.strictObject({ atMs: amount, what: z.string(), component: z.string().nullable() }))
    .meta({ description: 'what the control plane did and what the model let happen, from the start of the run' }),
  eventsLeftOut: count,
});

const objective = z.strictObject({
  operation: z.string(),
  measure: z.enum(['p50Ms', 'p95Ms', 'p99Ms', 'errorRatio']),
  limit: amount.meta({ description: 'in the unit of the measure' }),
  measured,
  met: z.boolean().nullable().meta({ description: 'null where nothing was measured' }),
  excessRatio: z
    .number()
    .nullable()
    .meta({ description: 'measured over limit, less 1: above 0 it was missed by so much; null without either' }),
});

/** What a run of a model showed: the contract between the engine and whoever reads it. */
export const simulationReportSchema = z.strictObject({
  run,
  operations: z.array(operation).meta({ description: 'as their callers saw them' }),
  sources: z.array(source).meta({ description: 'of requests, in the order of the model, as users see them' }),
  components: z.array(component),
  pools: z.array(pool),
  queues: z.array(queue),
  caches: z.array(cache),
  breakers: z.array(breaker),
  checks,
  timeline,
  objectives: z.array(objective),
});

/** See `simulationReportSchema`. */
export type SimulationReport = z.output<typeof simulationReportSchema>;
