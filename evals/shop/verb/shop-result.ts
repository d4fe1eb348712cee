import { z } from 'zod';
import { verdicts } from '../../../twin/index.ts';
import type { PredictResult } from '../../../src/app/predict/index.ts';
import type { ShopChange } from '../changes.ts';
import { comparedFigures, tallyOf } from '../compare.ts';
import type { MeasuredOperation } from '../span-meter.ts';

const measuredOperation = z.strictObject({
  operation: z.string().describe('component/operation'),
  requests: z.int(),
  p50Ms: z.number(),
  p95Ms: z.number(),
  errorRatio: z.number(),
});

const tally = z.strictObject({
  figures: z.int(),
  medianError: z.number().nullable().describe('median of the absolute relative errors'),
  noChangeError: z.number().nullable().describe('the same on the same figures, had one said that nothing changes'),
  covered: z.int().describe('how many measured values lie in their interval'),
});

/** What `backlot eval shop` gives. */
export const shopResultSchema = z.strictObject({
  estate: z.string(),
  snapshot: z.string().describe('of the unchanged estate; all predictions rest on it'),
  runs: z.int(),
  seed: z.int(),
  measuredMs: z.int().describe('how long was measured under each change'),
  ratePerSecond: z.number().describe('requests a second that were asked for without any change'),
  rows: z
    .array(
      z.strictObject({
        isInside: z.boolean().describe('whether the load lies within what was seen'),
        quantile: z.enum(['p50', 'p95']),
        ...tally.shape,
      }),
    )
    .describe('over all changes that were predicted'),
  unchanged: z.array(measuredOperation).describe('while it was captured'),
  unchangedAgain: z.array(measuredOperation).describe('after all changes; empty where it was ended before'),
  cases: z.array(
    z.strictObject({
      id: z.string(),
      title: z.string(),
      verdict: z.enum(verdicts),
      reason: z.string(),
      missing: z.array(z.string()).describe('why the simulation could not say anything; empty where it could'),
      isInside: z.boolean().describe('whether the load lies within what was seen'),
      figures: z.array(
        z.strictObject({
          operation: z.string(),
          quantile: z.enum(['p50', 'p95']),
          before: z.number(),
          measured: z.number(),
          predicted: z.strictObject({ best: z.number(), low: z.number(), high: z.number() }).nullable(),
        }),
      ),
      measured: z.array(measuredOperation).describe('of all components'),
    }),
  ),
  stoppedEarly: z.boolean().describe('Ctrl-C ended it; the cases are those that were measured until then'),
});

/** See `shopResultSchema`. */
export type ShopResult = z.output<typeof shopResultSchema>;

/** What was measured of a shop under changes, and with what. */
export interface Measured extends Pick<ShopResult, 'estate' | 'snapshot' | 'measuredMs' | 'ratePerSecond'> {
  readonly unchanged: readonly MeasuredOperation[];
  readonly unchangedAgain: readonly MeasuredOperation[];
  readonly changes: readonly { readonly change: ShopChange; readonly operations: readonly MeasuredOperation[] }[];
}

/** Milliseconds and ratios to so many parts of their unit: below the noise of either. */
const roundedMs = (value: number): number => Math.round(value * 100) / 100;
const roundedRatio = (value: number): number => Math.round(value * 10_000) / 10_000;

const kept = (operations: readonly MeasuredOperation[]): ShopResult['unchanged'] =>
  operations.map(({ operation, requests, p50Ms, p95Ms, errorRatio }) => ({
    operation,
    requests,
    p50Ms: roundedMs(p50Ms),
    p95Ms: roundedMs(p95Ms),
    errorRatio: roundedRatio(errorRatio),
  }));

const isLoadInside = ({ validity }: PredictResult): boolean =>
  validity.every(({ what, isInside }) => what !== 'load' || isInside);

/**
 * Sets what was predicted beside what was measured.
 *
 * @param measured - Under each change.
 * @param predictions - Of the same changes.
 * @param settings - How the predictions were made.
 * @param stoppedEarly - Whether more was to be measured.
 */
export function shopResult(
  measured: Measured,
  predictions: ReadonlyMap<ShopChange, PredictResult>,
  settings: Pick<ShopResult, 'runs' | 'seed'>,
  stoppedEarly: boolean,
): ShopResult {
  const roots = new Set(
    [...predictions.values()].flatMap(({ signals }) =>
      signals.filter(({ isRoot }) => isRoot).map(({ operation }) => operation),
    ),
  );
  const cases = measured.changes.flatMap(({ change, operations }): ShopResult['cases'] => {
    const said = predictions.get(change);
    if (said === undefined) return [];
    const { verdict, reason, signals, tiers } = said;
    const ofModel = tiers.find(({ tier }) => tier === 'model');
    return [
      {
        id: change.id,
        title: change.title,
        verdict,
        reason,
        missing: signals.length === 0 ? [...(ofModel?.missing ?? [])] : [],
        isInside: isLoadInside(said),
        figures: comparedFigures(signals, roots, measured.unchanged, operations).map((figure) => ({
          ...figure,
          before: roundedMs(figure.before),
          measured: roundedMs(figure.measured),
          predicted: figure.predicted && {
            best: roundedMs(figure.predicted.best),
            low: roundedMs(figure.predicted.low),
            high: roundedMs(figure.predicted.high),
          },
        })),
        measured: kept(operations),
      },
    ];
  });
  const rows = [true, false].flatMap((isInside) =>
    (['p50', 'p95'] as const).flatMap((quantile): ShopResult['rows'] => {
      const figures = cases
        .filter((each) => each.isInside === isInside)
        .flatMap((each) => each.figures.filter((figure) => figure.quantile === quantile));
      const { figures: count, medianError, noChangeError, covered } = tallyOf(figures);
      const rounded = (error: number | null): number | null => error && roundedRatio(error);
      return count === 0
        ? []
        : [
            {
              isInside,
              quantile,
              figures: count,
              medianError: rounded(medianError),
              noChangeError: rounded(noChangeError),
              covered,
            },
          ];
    }),
  );
  const { estate, snapshot, measuredMs, ratePerSecond, unchanged, unchangedAgain } = measured;
  return {
    estate,
    snapshot,
    ...settings,
    measuredMs,
    ratePerSecond,
    rows,
    unchanged: kept(unchanged),
    unchangedAgain: kept(unchangedAgain),
    cases,
    stoppedEarly,
  };
}
