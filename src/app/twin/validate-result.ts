import { z } from 'zod';
import { holdOuts } from '../../../twin/prediction/validation/index.ts';

const row = z.strictObject({
  operation: z.string(),
  signal: z.enum(['p50', 'p95', 'errors']),
  predicted: z.strictObject({ best: z.number(), low: z.number(), high: z.number() }),
  measured: z.number(),
  error: z.number().describe('predicted over measured, less 1; of errors the difference of both ratios'),
  isInside: z.boolean().describe('whether the measured value lies in the interval'),
  count: z.int().describe('requests that were measured'),
});

const total = z.strictObject({
  signal: z.enum(['p50', 'p95', 'errors']),
  rows: z.int(),
  medianAbsoluteError: z.number(),
  coverageRatio: z
    .number()
    .describe('of the measured values that lie in their intervals; 0.8 is what they are made for'),
});

/** What `backlot twin validate` says. */
export const validateResultSchema = z.strictObject({
  files: z.array(z.string()),
  traces: z.int(),
  estate: z.string().nullable(),
  parts: z.array(
    z.strictObject({
      heldOut: z.enum(holdOuts),
      rows: z.array(row),
      totals: z.array(total),
      unknown: z.array(z.string()).describe('why nothing was predicted'),
    }),
  ),
});

/** The result of `backlot twin validate`. */
export type ValidateResult = z.output<typeof validateResultSchema>;
