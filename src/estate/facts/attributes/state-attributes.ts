import { z } from 'zod';
import { bytes, cores, instantMs, measured, ratio } from './amounts.ts';
import { attribute } from './attribute-entry.ts';

/** What runs, and how it is. */
export const stateAttributes = {
  state: attribute({
    about: 'whether an instance runs, and what became of it so far',
    subject: 'instance',
    kind: 'state',
    value: z.strictObject({
      state: z.string().describe('running, exited, restarting'),
      health: z.string().optional().describe('healthy, unhealthy, starting'),
      restarts: z.number().describe('how often it was started again'),
      outOfMemory: z.boolean().describe('whether it was killed for want of memory'),
      exitCode: z.number().optional().describe('what it ended with'),
      startedAt: z.string().optional().describe('since when it runs'),
    }),
  }),
  'running-image': attribute({
    about: 'the image that an instance runs, against what its tag points at now',
    subject: 'instance',
    kind: 'configuration',
    value: z.strictObject({
      reference: z.string().optional().describe('as it was asked for when the instance was made'),
      imageId: z.string().describe('of the image that it runs'),
      digests: z.array(z.string()).describe('the same, as registries call it'),
      tagMoved: z.boolean().describe('whether the tag points at another one now'),
    }),
  }),
  usage: attribute({
    about: 'what an instance uses at the moment of the capture',
    subject: 'instance',
    kind: 'state',
    value: z.strictObject({
      cpuCores: cores.optional().describe('processors'),
      throttledRatio: ratio.optional().describe('the share of the periods in which the limit stopped it'),
      memoryBytes: bytes.optional().describe('memory'),
      memoryLimitBytes: bytes.optional().describe('the memory that it may use'),
      pids: z.number().optional().describe('processes and threads'),
    }),
  }),
  drift: attribute({
    about: 'what was changed inside an instance since it was made from its image',
    subject: 'instance',
    kind: 'configuration',
    value: z.strictObject({
      added: z.number().describe('files that are new'),
      changed: z.number().describe('files that are different'),
      deleted: z.number().describe('files that are gone'),
      paths: z.array(z.string()).describe('which'),
    }),
  }),
  series: attribute({
    about: 'what a monitoring system measured over a window: each metric summed up, not every point',
    subject: 'component',
    kind: 'traffic',
    value: z.array(
      z.strictObject({
        metric: z.string().describe('its name'),
        statistic: z.string().describe('what of it: mean, rate'),
        unit: z.string().optional().describe('of its values'),
        instance: z.string().optional().describe('of which instance'),
        labels: z.record(z.string(), z.string()).optional().describe('its labels'),
        points: z.int().describe('how many values'),
        firstMs: instantMs.describe('when the first was measured'),
        lastMs: instantMs.describe('when the last was measured'),
        mean: measured.describe('their mean'),
        standardDeviation: measured.describe('their standard deviation'),
        min: measured.describe('the lowest'),
        max: measured.describe('the highest'),
        p50: measured.describe('half are at most that'),
        p95: measured.describe('95 % are at most that'),
        last: measured.describe('the last one'),
      }),
    ),
  }),
  'latency-histograms': attribute({
    about: 'how long requests took, by the buckets of a monitoring system',
    subject: 'component',
    kind: 'service-time',
    value: z.array(
      z.strictObject({
        metric: z.string().describe('its name'),
        family: z.string().describe('the name of what it is a histogram of'),
        kind: z.enum(['classic', 'native']).describe('with fixed buckets or with many'),
        labels: z.record(z.string(), z.string()).describe('its labels'),
        buckets: z
          .array(
            z.strictObject({
              lowerMs: z.number().describe('where the bucket begins'),
              upperMs: z.number().optional().describe('where it ends; left out: nowhere'),
              count: z.number().describe('how many are in it'),
            }),
          )
          .describe('how many took how long'),
        count: z.number().describe('how many in all'),
        sumMs: z.number().optional().describe('all of them together'),
      }),
    ),
  }),
  'scrape-jobs': attribute({
    about: 'how often a monitoring system looks, and at how many targets',
    subject: 'estate',
    kind: 'configuration',
    value: z.array(
      z.strictObject({
        job: z.string().describe('its name'),
        scrapeIntervalMs: z.number().optional().describe('between two looks'),
        intervalFrom: z.enum(['told', 'inferred']).optional().describe('whether that was told, or seen in the data'),
        targets: z.number().describe('how many it looks at'),
        up: z.number().describe('how many of them answered'),
      }),
    ),
  }),
} as const;
