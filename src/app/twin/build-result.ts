import { z } from 'zod';

/** What `backlot twin build` says. */
export const buildResultSchema = z.strictObject({
  estate: z.string(),
  snapshot: z.string(),
  parameters: z
    .array(
      z.strictObject({
        kind: z.enum([
          'work',
          'servers',
          'processor-share',
          'arrival-rate',
          'dispersion',
          'overhead',
          'overhead-batch',
        ]),
        of: z.string().describe('component, component/operation or caller > called'),
        unit: z.string().describe('of the three numbers; empty where they are plain numbers'),
        best: z.number(),
        low: z.number().describe('95 % of the values that are drawn lie between low and high; of a prior all of them'),
        high: z.number(),
        source: z.enum(['configuration', 'trace', 'metric', 'prior']).describe('how it is known, the better first'),
        count: z.number().nullable().describe('observations that it rests on; null where it is no statistic'),
        because: z.string().describe('how it was found'),
      }),
    )
    .describe('every number of the model that was learned'),
  unknown: z
    .array(z.strictObject({ of: z.string(), what: z.string().describe('what is not known, and what would tell it') }))
    .describe('without these the model leaves something out, or cannot be run'),
  isRunnable: z.boolean().describe('whether nothing is lacking that a run needs'),
  model: z
    .record(z.string(), z.unknown())
    .describe('with every parameter at its best guess, as docs/model-format.md says'),
});

/** The result of `backlot twin build`. */
export type BuildResult = z.output<typeof buildResultSchema>;
