import { z } from 'zod';
import { verdicts } from '../../../twin/index.ts';

const range = z
  .strictObject({ best: z.number(), low: z.number(), high: z.number() })
  .nullable()
  .describe('the median over the runs, and between what four of five of them lie; null where too few runs tell');

const share = z.number().min(0).max(1).nullable();

const reason = z.strictObject({
  tier: z.enum(['preflight', 'model']),
  mechanism: z.string().describe('the rule of preflight, or the measure of the simulation'),
  verdict: z.enum(verdicts),
  text: z.string(),
  takesDown: z.array(z.string()),
});

/** What `backlot predict` says. */
export const predictResultSchema = z.strictObject({
  estate: z.string(),
  snapshot: z.string(),
  seed: z.int(),
  change: z.array(z.string()).describe('what is done, an action in a line'),
  faults: z.array(z.string()).describe('what goes wrong, a fault in a line'),
  load: z.array(z.string()).describe('what comes from outside in place of what was captured; empty: as captured'),
  verdict: z.enum(verdicts),
  reason: z.string(),
  carriedBy: reason.nullable(),
  tiers: z.array(
    z.strictObject({
      tier: z.enum(['preflight', 'model']),
      wasAsked: z.boolean(),
      verdict: z.enum(verdicts),
      reasons: z.array(reason),
      missing: z.array(z.string()),
    }),
  ),
  runs: z.strictObject({
    asked: z.int(),
    used: z.int().describe('those whose parameters agree best with what was captured'),
    stoppedEarly: z.boolean(),
    tookMs: z.number(),
  }),
  signals: z
    .array(
      z.strictObject({
        operation: z.string(),
        isRoot: z.boolean().describe('whether it is asked from outside'),
        signal: z.enum(['p50', 'p95', 'p99', 'errors', 'throughput']),
        unit: z.enum(['ms', 'ratio', '/s']),
        before: range,
        during: range,
        after: range,
      }),
    )
    .describe('without what is asked about, until it has ended, and afterwards'),
  objectives: z.array(
    z.strictObject({
      operation: z.string(),
      signal: z.enum(['p50', 'p95', 'p99', 'errors']),
      limit: z.number(),
      source: z.enum(['told', 'recent-past']),
      because: z.string(),
      breachProbability: z.strictObject({ before: share, during: share, after: share }),
    }),
  ),
  timeToComplete: range.describe('milliseconds from the beginning of what is asked about to its end'),
  neverCompletesRatio: share.describe('of the runs; null where nothing is let happen in time'),
  confidence: z.strictObject({
    level: z.enum(['good', 'lowered', 'none']).describe('beside the intervals: none where no model could be asked'),
    because: z.array(z.string()),
  }),
  secondOpinion: z
    .array(
      z.strictObject({
        operation: z.string(),
        modelFactor: z.number(),
        learnedFactor: z.number(),
        errorFactor: z.number().describe('by so much the learned one may be off'),
        agrees: z.boolean(),
        isWithinSeen: z.boolean().describe('whether the load is one that it has seen'),
      }),
    )
    .describe(
      'of another load alone: by what factor latencies change, by the model and by a line through what was seen',
    ),
  validity: z.array(
    z.strictObject({
      what: z.enum(['load', 'data', 'age']),
      of: z.string(),
      isInside: z.boolean(),
      text: z.string(),
    }),
  ),
  coverage: z.strictObject({
    parameters: z.record(z.string(), z.int()).describe('how many are known by what'),
    unknown: z.array(z.string()),
    leftOut: z.array(z.string()).describe('what the model does without'),
    notExercised: z.array(z.string()).describe('what is changed, and no tier could show'),
  }),
  sensitivity: z
    .array(
      z.strictObject({
        parameter: z.string(),
        rankCorrelation: z.number().describe('from -1 to 1: the more of it, the worse'),
      }),
    )
    .describe('the parameters on which it hangs most how bad it comes out'),
});

/** The result of `backlot predict`. */
export type PredictResult = z.output<typeof predictResultSchema>;
