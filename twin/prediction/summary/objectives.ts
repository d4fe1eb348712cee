import { quantileMs } from '../../../src/estate/index.ts';
import { formatDuration } from '../../../src/kernel/index.ts';
import { splitOperationPath } from '../../model/index.ts';
import type { EstateView } from '../../preflight/index.ts';
import type { PredictedRun } from '../ensemble/index.ts';
import { phaseNames, signalIn } from './signals.ts';
import type { PhaseName, SignalName } from './signals.ts';

/** What a signal is to keep to. */
export interface Objective {
  /** `component/operation`. */
  readonly operation: string;
  readonly signal: Exclude<SignalName, 'throughput'>;
  /** In milliseconds, or a ratio of errors. */
  readonly limit: number;
  /** Whether an operator has said it, or the recent past suggests it. */
  readonly source: 'told' | 'recent-past';
  readonly because: string;
}

/** How likely an objective is missed, in each part of a run; null where no run tells. */
export interface PredictedBreach extends Objective {
  readonly probability: Readonly<Record<PhaseName, number | null>>;
}

/** Nobody has said what is too slow: twice the recent 95th percentile, and at least this much more. */
const slack = { factor: 2, leastMs: 10 } as const;

/** Nobody has said what is too wrong: three times the recent share, and at least one of a hundred. */
const errorSlack = { factor: 3, least: 0.01 } as const;

/** Fewer requests suggest nothing. */
const fewestRequests = 100;

/**
 * What the recent past of an operation suggests that it is to keep to, where nobody has said.
 *
 * @param view - The estate.
 * @param operation - `component/operation`.
 */
export function recentObjectives(view: EstateView, operation: string): readonly Objective[] {
  const subject = { kind: 'operation', ...splitOperationPath(operation) } as const;
  const seen = view.value(subject, 'requests')?.requests;
  if (seen?.latency === undefined || seen.count < fewestRequests) return [];
  const p95Ms = quantileMs(seen.latency, 0.95);
  const limitMs = Math.max(slack.factor * p95Ms, p95Ms + slack.leastMs);
  const limit = Math.max(errorSlack.factor * seen.errorRatio, errorSlack.least);
  const of = (signal: Objective['signal'], most: number, because: string): Objective => ({
    operation,
    signal,
    limit: most,
    source: 'recent-past',
    because,
  });
  return [
    of('p95', limitMs, `twice the ${formatDuration(p95Ms)} of the capture`),
    of('errors', limit, `three times the ${(seen.errorRatio * 100).toFixed(2)} % of the capture, at least 1 %`),
  ];
}

/**
 * How likely each objective is missed.
 *
 * @param objectives - Of the estate.
 * @param runs - Of an ensemble.
 */
export function breachesOf(
  objectives: readonly Objective[],
  runs: readonly PredictedRun[],
): readonly PredictedBreach[] {
  return objectives.map((objective) => {
    const share = (phase: PhaseName): number | null => {
      const values = runs.flatMap((run) => signalIn(run[phase], objective.operation, objective.signal) ?? []);
      return values.length === 0 ? null : values.filter((value) => value > objective.limit).length / values.length;
    };
    const [before = null, during = null, after = null] = phaseNames.map(share);
    return { ...objective, probability: { before, during, after } };
  });
}
