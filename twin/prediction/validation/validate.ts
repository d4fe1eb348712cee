import { quantileMs } from '../../../src/estate/index.ts';
import { bestGuess, calibrate, seenArrivals } from '../../calibration/index.ts';
import type { Range } from '../../calibration/index.ts';
import { splitOperationPath } from '../../model/index.ts';
import { EstateView } from '../../preflight/index.ts';
import type { PreflightEstate } from '../../preflight/index.ts';
import type { EnsembleOptions } from '../ensemble/index.ts';
import { predict } from '../predict.ts';
import type { PredictedSignal } from '../summary/index.ts';

/** One signal of one operation, predicted from one part of what was seen and measured in the other. */
export interface Validated {
  readonly operation: string;
  readonly signal: 'p50' | 'p95' | 'errors';
  readonly predicted: Range;
  readonly measured: number;
  /** Predicted over measured, less 1; for errors the difference of the two ratios. */
  readonly error: number;
  readonly isInside: boolean;
  /** Requests that were measured. */
  readonly count: number;
}

/** What a validation found. */
export interface Validation {
  readonly rows: readonly Validated[];
  /** What was not predicted, and why. */
  readonly unknown: readonly string[];
}

const warmUpMs = 20_000;

/** Time of the model in which the load of the held out part is gone through. */
const leastRunMs = 120_000;
const mostRunMs = 900_000;

/** Fewer requests measure no quantile. */
const fewestRequests = 50;

function measuredIn(view: EstateView, { operation, signal }: PredictedSignal): readonly [number, number] | undefined {
  const subject = { kind: 'operation', ...splitOperationPath(operation) } as const;
  const seen = view.value(subject, 'requests')?.requests;
  if (seen === undefined || seen.count < fewestRequests) return undefined;
  if (signal === 'errors') return [seen.errorRatio, seen.count];
  if (seen.latency === undefined || (signal !== 'p50' && signal !== 'p95')) return undefined;
  return [quantileMs(seen.latency, signal === 'p50' ? 0.5 : 0.95), seen.count];
}

function validated(view: EstateView, predicted: PredictedSignal): Validated[] {
  const { operation, signal, after } = predicted;
  const found = measuredIn(view, predicted);
  if (after === null || found === undefined || signal === 'p99' || signal === 'throughput') return [];
  const [measured, count] = found;
  const error = signal === 'errors' ? after.best - measured : measured === 0 ? NaN : after.best / measured - 1;
  if (Number.isNaN(error)) return [];
  const isInside = measured >= after.low && measured <= after.high;
  return [{ operation, signal, predicted: after, measured, error, isInside, count }];
}

const perSecond = (rate: number): string => `${rate.toFixed(6)}/s`;

/** What came from outside, as it changed over the time that was held out. */
function loadOf(view: EstateView): { readonly load: readonly Record<string, unknown>[]; readonly forMs: number } {
  const { parameters } = calibrate(view);
  const settled = bestGuess(parameters);
  const rates = parameters.filter(({ kind }) => kind === 'arrival-rate');
  let forMs = leastRunMs;
  const load = rates.map(({ of, value }) => {
    const subject = { kind: 'operation', ...splitOperationPath(of) } as const;
    const timeline = view.value(subject, 'timeline');
    const stretches = (timeline === undefined ? undefined : seenArrivals(timeline))?.stretches ?? [];
    const mean = stretches.reduce((sum, each) => sum + each.perSecond, 0) / stretches.length;
    const dispersion = settled('dispersion', of) ?? 1;
    forMs = Math.max(forMs, Math.min(mostRunMs, stretches.at(-1)?.fromMs ?? 0));
    // Of what comes from outside and inside too, only a share is from outside.
    const rate = stretches.map(({ fromMs, perSecond: one }) => [
      `${Math.round(fromMs) + warmUpMs}ms`,
      perSecond((one / mean) * value.best),
    ]);
    return {
      operation: of,
      rate: rate.length < 2 || !(mean > 0) ? perSecond(value.best) : rate,
      ...(dispersion > 1 ? { dispersion } : {}),
    };
  });
  return { load, forMs };
}

/**
 * Learns from one part of what was seen of an estate, predicts the other part from its load alone, and compares.
 *
 * @param learned - What is learned from.
 * @param held - What was held out.
 * @param options - How the runs are made, and their seed.
 */
export async function validate(
  learned: PreflightEstate,
  held: PreflightEstate,
  { seed, atMs, ...options }: EnsembleOptions & { readonly seed: number; readonly atMs: number },
): Promise<Validation> {
  const view = new EstateView(held);
  const { load, forMs } = loadOf(view);
  const said = await predict(
    {
      ...learned,
      load,
      modelPatches: [{ run: { for: `${forMs + warmUpMs}ms`, warmUp: `${warmUpMs}ms` } }],
      atMs,
      horizonMs: 0,
      change: [],
      faults: [],
      written: { change: [], faults: [], remedy: [] },
      objectives: [],
      seed,
    },
    options,
  );
  const model = said.tiers.find(({ tier }) => tier === 'model');
  return {
    rows: said.signals.flatMap((signal) => validated(view, signal)),
    unknown: model?.wasAsked === true ? [] : (model?.missing ?? []),
  };
}
