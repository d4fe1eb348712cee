import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { durationMsSchema } from '../../../src/kernel/index.ts';

/** Those that the load generator reports: one that nobody measures cannot be promised. */
const reportedQuantiles = [z.literal(0.5), z.literal(0.95), z.literal(0.99)] as const;

/** What slo.yaml may say. */
export const objectivesSchema = z.strictObject({
  objectives: z.array(
    z.strictObject({
      operation: z.string(),
      method: z.string(),
      route: z.string(),
      availability: z.strictObject({ ratio: z.number().gt(0).lt(1) }),
      latency: z.strictObject({ quantile: z.union(reportedQuantiles), thresholdMs: z.number().positive() }),
      window: durationMsSchema,
    }),
  ),
});

/** What the shop promises for one entry operation; `window` in milliseconds. */
export type Objective = z.output<typeof objectivesSchema>['objectives'][number];

/** The shop's service level objectives, as slo.yaml beside this file states them. */
export function shopObjectives(): readonly Objective[] {
  return objectivesSchema.parse(parse(readFileSync(new URL('slo.yaml', import.meta.url), 'utf8'))).objectives;
}
