import { writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { predict } from '../../../twin/prediction/index.ts';
import type { Prediction } from '../../../twin/prediction/index.ts';
import { freshnessOf } from '../../estate/index.ts';
import { codeOf, durationMsSchema, formatDuration, reasonOf, RegisteredError } from '../../kernel/index.ts';
import { estateOption, snapshotOption } from '../estate/index.ts';
import { actionText } from '../preflight/index.ts';
import { defineVerb } from '../verb.ts';
import type { VerbContext } from '../verb.ts';
import { withFacts } from '../with-facts.ts';
import { readAsked } from './asked.ts';
import { intervalSvg } from './interval-svg.ts';
import { predictResultSchema } from './predict-result.ts';
import type { PredictResult } from './predict-result.ts';
import { presentPrediction } from './present-prediction.ts';

/** What is worth less than a tenth is no ground for a prediction. */
const leastFreshness = 0.1;

const dayMs = 86_400_000;

/** What a prediction rests on that was learned too long ago. */
function staleOf(parts: ReturnType<typeof freshnessOf>): ReturnType<typeof freshnessOf> {
  return parts.filter(({ kind, freshness }) => kind === 'service-time' && freshness < leastFreshness);
}

/** Says how far it is, and how much longer it takes. */
function progressOf({ clock, progress }: VerbContext): (done: number, of: number) => void {
  const startMs = clock.monotonicMs();
  return (done, of) => {
    const leftMs = ((clock.monotonicMs() - startMs) / done) * (of - done);
    progress.step(
      'runs',
      `${done} of ${of}${done < of ? `, about ${formatDuration(Math.ceil(leftMs / 1_000) * 1_000)} left` : ''}`,
    );
  };
}

const units = { p50: 'ms', p95: 'ms', p99: 'ms', errors: 'ratio', throughput: '/s' } as const;

const reasonOfTier = ({ tier, mechanism, verdict, text, takesDown }: NonNullable<Prediction['carriedBy']>) => ({
  tier,
  mechanism,
  verdict,
  text,
  takesDown: [...takesDown],
});

function figuresOf(said: Prediction): Pick<PredictResult, 'tiers' | 'signals' | 'objectives' | 'sensitivity'> {
  const roots = new Set(said.roots);
  return {
    tiers: said.tiers.map(({ tier, wasAsked, verdict, reasons, missing }) => ({
      tier,
      wasAsked,
      verdict,
      reasons: reasons.map(reasonOfTier),
      missing: [...new Set(missing)],
    })),
    signals: said.signals.map((signal) => ({
      ...signal,
      isRoot: roots.has(signal.operation),
      unit: units[signal.signal],
    })),
    objectives: said.breaches.map(({ probability, ...objective }) => ({
      ...objective,
      breachProbability: probability,
    })),
    sensitivity: said.sensitivities.map((each) => ({ ...each })),
  };
}

async function write(path: string, svg: string): Promise<void> {
  try {
    await writeFile(path, svg);
  } catch (thrown) {
    throw new RegisteredError('trace-not-written', { path, reason: codeOf(thrown) ?? reasonOf(thrown) });
  }
}

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
      .default(300_000)
      .describe('time of the model in each run; what is done is done after three tenths of it')
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
      const { clock, signal } = context;
      const parts = freshnessOf(document.facts, await facts.ages(estate), clock.nowMs());
      const stale = staleOf(parts);
      const startMs = clock.monotonicMs();
      const said = await predict(
        {
          components: document.components,
          facts: document.facts,
          ...asked,
          modelPatches: [
            { run: { for: `${given.for}ms`, warmUp: `${Math.round(given.for / 10)}ms` } },
            ...asked.modelPatches,
          ],
          atMs: clock.nowMs(),
          horizonMs: dayMs,
          stale: stale.map(
            ({ component, oldestMs }) => `times of ${component ?? 'the estate'} are ${formatDuration(oldestMs)} old`,
          ),
          seed,
        },
        { runs, signal, progress: progressOf(context), ...(threads === undefined ? {} : { threads }) },
      );
      if (signal.aborted && said.runs === 0) throw new RegisteredError('interrupted', { what: 'predicting' });
      const bySource = Map.groupBy(said.calibration.parameters, ({ source }) => source);
      const result: PredictResult = {
        estate,
        snapshot: sha256,
        seed,
        change: asked.change.map(actionText),
        faults: asked.faults.map(actionText),
        load: [
          ...asked.load.map(({ operation, ...rest }) => `${String(operation)} ${JSON.stringify(rest)}`),
          ...(asked.traffic === 1 ? [] : [`${asked.traffic} times what was captured`]),
        ],
        verdict: said.verdict,
        reason: said.reason,
        carriedBy: said.carriedBy === undefined ? null : reasonOfTier(said.carriedBy),
        runs: { asked: runs, used: said.runs, stoppedEarly: signal.aborted, tookMs: clock.monotonicMs() - startMs },
        ...figuresOf(said),
        timeToComplete: said.completedAfterMs,
        neverCompletesRatio: said.neverCompletesRatio,
        confidence: { level: said.confidence.level, because: [...said.confidence.because] },
        secondOpinion: said.opinions.map((each) => ({ ...each })),
        validity: [
          ...said.validity.map((each) => ({ ...each })),
          ...stale.map(({ component, oldestMs }) => ({
            what: 'age' as const,
            of: component ?? estate,
            isInside: false,
            text: `seen ${formatDuration(oldestMs)} ago`,
          })),
        ],
        coverage: {
          parameters: Object.fromEntries([...bySource].map(([source, those]) => [source, those.length])),
          unknown: said.calibration.unknown.map(({ of, what }) => `${of}: ${what}`),
          leftOut: [...said.leftOut],
          notExercised: [...asked.notExercised],
        },
      };
      if (picture !== undefined) await write(picture, intervalSvg(result));
      return result;
    }),
  present: presentPrediction,
});
