import { z } from 'zod';
import { verdicts } from '../../../twin/index.ts';
import type { MemberResult, ScenarioResult } from '../run-scenario.ts';
import type { WrittenModels } from './write-models.ts';

const verdict = z.enum(verdicts);
const effect = z.enum(['works', 'partly', 'fails', 'unknown']);
const tierName = z.enum(['preflight', 'model']);

const carriedBy = z.strictObject({
  tier: tierName,
  mechanism: z.string().describe('the rule of preflight, or the measure of the simulation'),
});

const tier = z.strictObject({
  tier: tierName,
  wasAsked: z
    .boolean()
    .describe(
      'whether it takes part in the verdict; false: the simulation lacks what `missing` names or cannot do what is asked, or no rule of preflight had anything to check',
    ),
  verdict,
  reasons: z.array(
    z.strictObject({
      mechanism: z.string(),
      verdict,
      text: z.string(),
      takesDown: z.array(z.string()),
      beginsAfterMs: z.number().nullable(),
    }),
  ),
  remedies: z.array(z.strictObject({ mechanism: z.string(), effect, text: z.string() })),
  missing: z.array(z.string()),
});

const member = z.strictObject({
  name: z.string(),
  verdict,
  remedy: effect.nullable().describe('what the remedy does; null where there is none'),
  carriedBy: carriedBy
    .nullable()
    .describe('what carries the verdict, or the answer about the remedy; null where nothing does'),
  reason: z.string(),
  agree: z
    .boolean()
    .nullable()
    .describe(
      'whether both tiers say alike that something is wrong, or what the remedy does; null where one alone told',
    ),
  expected: z.strictObject({
    verdict: z.array(verdict).nullable(),
    remedy: z.array(effect).nullable(),
    because: z.array(z.string()).nullable(),
  }),
  isRight: z.boolean(),
  wrong: z.array(z.string()).describe('why it is not right, each in one sentence'),
  tiers: z.array(tier),
  modelFile: z
    .string()
    .nullable()
    .optional()
    .describe('the file that its model was written to; null where it has none; absent where none was to be written'),
});

/** What `backlot eval stories` gives. */
export const storiesResultSchema = z.strictObject({
  folder: z.string(),
  scenarios: z.array(
    z.strictObject({
      id: z.string(),
      title: z.string(),
      source: z.string().nullable(),
      chosen: z.array(z.string()).describe('figures that the source does not tell, and that were chosen'),
      file: z.string(),
      isRight: z.boolean().describe('whether every member is'),
      members: z.array(member),
    }),
  ),
  right: z.int().describe('scenarios of which every member is right'),
  rightRatio: z.number().nullable().describe('of the scenarios; null where it was ended before the first'),
  strict: z.boolean().describe('whether the exit code tells where one is not right'),
  refused: z
    .array(z.strictObject({ file: z.string(), code: z.string(), message: z.string() }))
    .optional()
    .describe('files that could not be read or run, and why; the others were'),
  stoppedEarly: z.boolean().describe('Ctrl-C ended it; the scenarios are those that were run until then'),
});

/** See `storiesResultSchema`. */
export type StoriesResult = z.output<typeof storiesResultSchema>;

function memberOf(
  result: MemberResult,
  models: WrittenModels | undefined,
): StoriesResult['scenarios'][number]['members'][number] {
  const { name, verdict: said, remedy, reason, agree, expected, wrong, tiers } = result;
  const carrying = remedy?.carriedBy ?? result.carriedBy;
  return {
    name,
    verdict: said,
    remedy: remedy?.effect ?? null,
    carriedBy: carrying === undefined ? null : { tier: carrying.tier, mechanism: carrying.mechanism },
    reason,
    agree: agree ?? null,
    expected: {
      verdict: expected.verdict ?? null,
      remedy: expected.remedy ?? null,
      because: expected.because ?? null,
    },
    isRight: wrong.length === 0,
    wrong: [...wrong],
    tiers: tiers.map(({ tier: which, wasAsked, verdict: ofTier, reasons, remedies, missing }) => ({
      tier: which,
      wasAsked,
      verdict: ofTier,
      reasons: reasons.map(({ mechanism, verdict: ofReason, text, takesDown, beginsAfterMs }) => ({
        mechanism,
        verdict: ofReason,
        text,
        takesDown: [...takesDown],
        beginsAfterMs: beginsAfterMs ?? null,
      })),
      remedies: remedies.map(({ mechanism, effect: does, text }) => ({ mechanism, effect: does, text })),
      missing: [...missing],
    })),
    ...(models === undefined ? {} : { modelFile: models.get(name) ?? null }),
  };
}

/**
 * The result of running a folder.
 *
 * @param folder - As it was named.
 * @param results - Of its scenarios.
 * @param how - Whether some were left out, and whether the exit code is to tell.
 * @param models - By the id of a scenario, the files that its models were written to; undefined where none were to be.
 */
export function storiesResult(
  folder: string,
  results: readonly ScenarioResult[],
  how: Pick<StoriesResult, 'strict' | 'stoppedEarly' | 'refused'>,
  models?: ReadonlyMap<string, WrittenModels>,
): StoriesResult {
  const right = results.filter(({ isRight }) => isRight).length;
  return {
    folder,
    scenarios: results.map(({ id, title, source, chosen, file, isRight, members }) => ({
      id,
      title,
      source: source ?? null,
      chosen: [...chosen],
      file,
      isRight,
      members: members.map((each) => memberOf(each, models === undefined ? undefined : (models.get(id) ?? new Map()))),
    })),
    right,
    rightRatio: results.length === 0 ? null : right / results.length,
    ...how,
  };
}
