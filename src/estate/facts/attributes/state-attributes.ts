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
    about: 'metrics of a window, by name',
    subject: 'component',
    kind: 'traffic',
    value: z.array(
      z.looseObject({
        name: z.string(),
        mean: z.number().optional(),
        max: z.number().optional(),
        last: z.number().optional(),
      }),
    ),
  }),
} as const;
