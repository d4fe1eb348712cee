import { predict } from '../../../twin/prediction/index.ts';
import type { Prediction } from '../../../twin/prediction/index.ts';
import { freshnessOf } from '../../estate/index.ts';
import type { FactStore, Snapshot } from '../../estate/index.ts';
import { formatDuration, RegisteredError } from '../../kernel/index.ts';
import { actionText } from '../preflight/index.ts';
import type { VerbContext } from '../verb.ts';
import type { Asked } from './asked.ts';
import type { PredictResult } from './predict-result.ts';

/** What is worth less than a tenth is no ground for a prediction. */
const leastFreshness = 0.1;

const dayMs = 86_400_000;

/** Time of the model in which an estate is seen before, during and after; and before anything is counted. */
const unlessTold = { runMs: 300_000, warmUpMs: 20_000 } as const;

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

/** How an estate is predicted. */
export interface PredictSettings {
  readonly runs: number;
  readonly seed: number;
  readonly threads?: number | undefined;
  /** Time of the model in each run; where left out, five minutes, or as long as what is begun needs. */
  readonly forMs?: number | undefined;
}

/**
 * Predicts what something does to a captured estate.
 *
 * @param estate - Its name.
 * @param captured - The snapshot, and how old its readings are.
 * @param asked - What is done, goes wrong or comes from outside.
 * @param settings - How the runs are made.
 * @param context - Time, progress and the signal that ends it.
 * @throws RegisteredError `interrupted` where the signal came before any run had ended
 */
export async function predictEstate(
  estate: string,
  { sha256, document, ages }: Snapshot & { readonly ages: Awaited<ReturnType<FactStore['ages']>> },
  asked: Asked,
  { runs, seed, threads, forMs }: PredictSettings,
  context: VerbContext,
): Promise<PredictResult> {
  const { clock, signal } = context;
  const parts = freshnessOf(document.facts, ages, clock.nowMs());
  const stale = staleOf(parts);
  const startMs = clock.monotonicMs();
  const said = await predict(
    {
      components: document.components,
      facts: document.facts,
      ...asked,
      leastRunMs: unlessTold.runMs,
      modelPatches: [
        { run: { warmUp: `${unlessTold.warmUpMs}ms`, ...(forMs === undefined ? {} : { for: `${forMs}ms` }) } },
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
  return {
    estate,
    snapshot: sha256,
    seed,
    change: asked.change.map((action, at) => asked.texts?.[at] ?? actionText(action)),
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
}
