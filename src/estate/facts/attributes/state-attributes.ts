import { z } from 'zod';
import { attribute } from './attribute-entry.ts';

/** What runs, and how it is. */
export const stateAttributes = {
  state: attribute({
    about: 'whether an instance runs, and what became of it so far',
    subject: 'instance',
    kind: 'state',
    value: z.strictObject({
      state: z.string(),
      health: z.string().optional(),
      restarts: z.number(),
      outOfMemory: z.boolean(),
      exitCode: z.number().optional(),
      startedAt: z.string().optional(),
    }),
  }),
  'running-image': attribute({
    about: 'the image that an instance runs, against what its tag points at now',
    subject: 'instance',
    kind: 'configuration',
    value: z.strictObject({
      /** As it was asked for when the instance was made, where that is known. */
      reference: z.string().optional(),
      imageId: z.string(),
      digests: z.array(z.string()),
      tagMoved: z.boolean(),
    }),
  }),
  usage: attribute({
    about: 'what an instance uses at the moment of the capture',
    subject: 'instance',
    kind: 'state',
    value: z.strictObject({
      cpuCores: z.number().optional(),
      throttledRatio: z.number().optional(),
      memoryBytes: z.number().optional(),
      memoryLimitBytes: z.number().optional(),
      pids: z.number().optional(),
    }),
  }),
  drift: attribute({
    about: 'what was changed inside an instance since it was made from its image',
    subject: 'instance',
    kind: 'configuration',
    value: z.strictObject({
      added: z.number(),
      changed: z.number(),
      deleted: z.number(),
      paths: z.array(z.string()),
    }),
  }),
  series: attribute({
    about: 'what a monitoring system measured over a window: each metric summed up, not every point',
    subject: 'component',
    kind: 'traffic',
    value: z.array(
      z.strictObject({
        metric: z.string(),
        statistic: z.string(),
        unit: z.string().optional(),
        instance: z.string().optional(),
        labels: z.record(z.string(), z.string()).optional(),
        points: z.int(),
        firstMs: z.number(),
        lastMs: z.number(),
        mean: z.number(),
        standardDeviation: z.number(),
        min: z.number(),
        max: z.number(),
        p50: z.number(),
        p95: z.number(),
        last: z.number(),
      }),
    ),
  }),
  'latency-histograms': attribute({
    about: 'how long requests took, by the buckets of a monitoring system',
    subject: 'component',
    kind: 'service-time',
    value: z.array(
      z.strictObject({
        metric: z.string(),
        family: z.string(),
        kind: z.enum(['classic', 'native']),
        labels: z.record(z.string(), z.string()),
        buckets: z.array(z.strictObject({ lowerMs: z.number(), upperMs: z.number().optional(), count: z.number() })),
        count: z.number(),
        sumMs: z.number().optional(),
      }),
    ),
  }),
  'scrape-jobs': attribute({
    about: 'how often a monitoring system looks, and at how many targets',
    subject: 'estate',
    kind: 'configuration',
    value: z.array(
      z.strictObject({
        job: z.string(),
        scrapeIntervalMs: z.number().optional(),
        intervalFrom: z.enum(['told', 'inferred']).optional(),
        targets: z.number(),
        up: z.number(),
      }),
    ),
  }),
} as const;
