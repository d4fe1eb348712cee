import { z } from 'zod';
import { carrierOf, expectedOf, saidOf } from '../scenarios/index.ts';
import type { StoriesResult } from '../scenarios/index.ts';

const member = z.strictObject({
  name: z.string(),
  said: z.string(),
  carriedBy: z.string(),
  reason: z.string(),
  expected: z.string(),
  wrong: z.array(z.string()),
  /** Null where one tier alone was asked. */
  agree: z.boolean().nullable(),
});

/** What is kept of a run of scenarios: what the page shows, and nothing that differs from run to run. */
export const scenarioResultsSchema = z.strictObject({
  scenarios: z.array(
    z.strictObject({
      id: z.string(),
      title: z.string(),
      source: z.string().nullable(),
      chosen: z.array(z.string()),
      members: z.array(member),
    }),
  ),
});

/** See `scenarioResultsSchema`. */
export type ScenarioResults = z.output<typeof scenarioResultsSchema>;

/**
 * What is kept of a run of scenarios.
 *
 * @param result - Of the whole run.
 */
export function scenarioResults({ scenarios }: StoriesResult): ScenarioResults {
  return {
    scenarios: scenarios.map(({ id, title, source, chosen, members }) => ({
      id,
      title,
      source,
      chosen,
      members: members.map((each) => ({
        name: each.name,
        said: saidOf(each),
        carriedBy: carrierOf(each),
        reason: each.reason,
        expected: expectedOf(each),
        wrong: each.wrong,
        agree: each.agree,
      })),
    })),
  };
}
