import { z } from 'zod';
import { durationMsSchema } from '../../../src/kernel/index.ts';

const patch = z.record(z.string(), z.unknown());

const duration = durationMsSchema.meta({ title: 'duration', examples: ['300ms', '2s'] });

/** `1%` or a number from 0 to 1. */
const share = z
  .union([z.number().min(0).max(1), z.string().regex(/^\d+(\.\d+)?%$/)], {
    error: 'a ratio from 0 to 1, or a percentage such as "1%"',
  })
  .transform((given) => (typeof given === 'number' ? given : Number(given.slice(0, -1)) / 100))
  .meta({ title: 'share', examples: ['1%', 0.01] });

const objective = z
  .strictObject({
    operation: z.string().regex(/^[^/]+\/.+$/, { error: 'component/operation' }),
    p50: duration.optional(),
    p95: duration.optional(),
    p99: duration.optional(),
    errors: share.optional(),
  })
  .refine(({ p50, p95, p99, errors }) => [p50, p95, p99, errors].some((limit) => limit !== undefined), {
    error: 'at least one of p50, p95, p99 and errors',
  });

/** What is asked about an estate: `backlot predict --scenario`. */
export const whatIfSchema = z.strictObject({
  about: z.string().optional().meta({ description: 'what it is, for people' }),
  change: z
    .array(z.looseObject({ action: z.string() }))
    .default([])
    .meta({ description: 'what is done: actions of docs/vocabulary.md, all at the same time' }),
  faults: z
    .array(z.looseObject({ fault: z.string() }))
    .default([])
    .meta({ description: 'what goes wrong meanwhile, several at once: faults of docs/vocabulary.md' }),
  load: z
    .array(z.looseObject({ operation: z.string() }))
    .default([])
    .meta({
      description: 'requests from outside in place of those that were captured: arrivals of docs/model-format.md',
    }),
  traffic: z
    .number()
    .gt(0)
    .max(1_000)
    .default(1)
    .meta({ description: 'by which all that was captured to come from outside is multiplied' }),
  objectives: z
    .array(objective)
    .default([])
    .meta({ description: 'what operations are to keep to; for others the recent past suggests it' }),
  model: patch.optional().meta({ description: 'what no capture tells, merged over the model: docs/model-format.md' }),
});

/** See `whatIfSchema`. */
export type WhatIfFile = z.output<typeof whatIfSchema>;
