import { z } from 'zod';
import type { ListedFact } from '../../estate/written-facts/index.ts';

/** What a fact can be said of. */
export const factSubjects = [
  'component',
  'edge',
  'operation',
  'instance',
  'estate',
] as const satisfies readonly ListedFact['subject'][];

/** What `backlot facts` gives. */
export const factsResultSchema = z.strictObject({
  facts: z.array(
    z.strictObject({
      name: z.string(),
      subject: z
        .enum(factSubjects)
        .describe('what it can be said of; an edge is the calls of one component to another'),
      heading: z.string().describe('where it stands below `facts` of a scenario'),
      about: z.string(),
      kind: z.string().describe('what kind of fact it is, by which it ages'),
      members: z
        .array(
          z.strictObject({
            name: z.string().describe('its place in the value; `[]` is each of a list; empty for the value itself'),
            keptAs: z.string().nullable().describe('its name as it is kept, which may be written too; null: the same'),
            takes: z.string(),
            required: z.boolean(),
            about: z.string(),
          }),
        )
        .describe('empty where only telemetry can tell it'),
      example: z
        .string()
        .nullable()
        .describe('YAML, as it stands below `facts`; null where only telemetry can tell it'),
    }),
  ),
});

/** See `factsResultSchema`. */
export type FactsResult = z.output<typeof factsResultSchema>;
