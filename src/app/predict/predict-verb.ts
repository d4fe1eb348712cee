import { z } from 'zod';
import { durationMsSchema } from '../../kernel/index.ts';
import { estateOption, snapshotOption } from '../estate/index.ts';
import { defineVerb } from '../verb.ts';
import { withFacts } from '../with-facts.ts';
import { writeNamedFile } from '../write-file.ts';
import { readAsked } from './asked.ts';
import { intervalSvg } from './interval-svg.ts';
import { predictEstate } from './predict-estate.ts';
import { predictResultSchema } from './predict-result.ts';
import { presentPrediction } from './present-prediction.ts';

/** `backlot predict`: what an estate will do when something is done to it. */
export const predictVerb = defineVerb({
  path: ['predict'],
  summary: 'predict what a change, a fault or another load would do to a captured estate, in intervals',
  description:
    'Rules first, then many runs of a model of the estate, without and with what is asked about, every number that is not ' +
    'known exactly drawn anew in each. Nothing real is touched. What was never seen is said; what is too old or too thin ' +
    'to predict from is unknown. The same seed gives the same numbers.',
  examples: [
    {
      line: 'backlot predict --change change.yaml --estate shop',
      does: 'a list of actions, as `backlot actions` has them',
    },
    {
      line: 'backlot predict --compose new.yaml --estate shop',
      does: 'what differs between a new configuration and the estate',
    },
    {
      line: 'backlot predict --scenario friday.yaml --runs 400 --picture friday.svg',
      does: 'changes, several faults at once and a load, with objectives; draws the intervals too',
    },
  ],
  parameters: z.object({
    change: z.string().optional().describe('a file with a list of actions').meta({ placeholder: 'file' }),
    compose: z
      .array(z.string())
      .default([])
      .describe('a compose file as it shall become, in layers as after -f of docker compose')
      .meta({ placeholder: 'file' }),
    scenario: z
      .string()
      .optional()
      .describe('a file with change, faults, load and objectives: docs/prediction.md')
      .meta({ placeholder: 'file' }),
    estate: estateOption,
    snapshot: snapshotOption,
    runs: z
      .int()
      .min(5)
      .max(10_000)
      .default(200)
      .describe('how many runs, each with other values of what is not known'),
    seed: z.int().min(0).default(1).describe('what all chance comes from'),
    for: durationMsSchema
      .refine((ms) => ms >= 60_000 && ms <= 3_600_000, { error: 'a duration from 1m to 1h' })
      .optional()
      .describe(
        'time of the model in each run, done after three tenths of it; 5m, or as long as it needs, where left out',
      )
      .meta({ placeholder: 'duration' }),
    threads: z.int().min(1).max(256).optional().describe('how many at the same time; as many as there are processors'),
    picture: z
      .string()
      .regex(/\.svg$/i, { error: 'the name of a file that ends with .svg' })
      .optional()
      .describe('draw the intervals into a file')
      .meta({ placeholder: 'file' }),
  }),
  result: predictResultSchema,
  run: (given, context) =>
    withFacts(context, async (facts) => {
      const { estate, snapshot, runs, seed, threads, picture } = given;
      const { sha256, document } = await facts.snapshot(estate, snapshot);
      const asked = await readAsked(given, document, facts, context.environment);
      const captured = { sha256, document, ages: await facts.ages(estate) };
      const result = await predictEstate(estate, captured, asked, { runs, seed, threads, forMs: given.for }, context);
      if (picture !== undefined) await writeNamedFile(picture, intervalSvg(result));
      return result;
    }),
  present: presentPrediction,
});
