import { quantileMs } from '../../../src/estate/index.ts';
import { splitOperationPath } from '../../model/index.ts';
import type { EstateView } from '../../preflight/index.ts';
import type { PredictedRun } from '../ensemble/index.ts';
import { signalIn } from './signals.ts';

/** Fewer requests are no measure of a quantile. */
const fewestRequests = 100;

/** Of the runs this share is kept. */
const keptShare = 0.5;

/** With fewer there is nothing to choose from. */
const fewestRuns = 20;

const quantiles = [
  ['p50', 0.5],
  ['p95', 0.95],
] as const;

/** What was seen of an operation. */
interface Seen {
  readonly operation: string;
  readonly signal: 'p50' | 'p95';
  readonly ms: number;
}

function seenOf(view: EstateView, roots: readonly string[]): readonly Seen[] {
  return roots.flatMap((operation) => {
    const subject = { kind: 'operation', ...splitOperationPath(operation) } as const;
    const latency = view.value(subject, 'requests')?.requests.latency;
    if (latency === undefined || latency.count < fewestRequests) return [];
    return quantiles.map(([signal, share]) => ({ operation, signal, ms: quantileMs(latency, share) }));
  });
}

/** How far a run without any change is from what was seen, on the logarithmic scale. */
function distance({ before }: PredictedRun, seen: readonly Seen[]): number {
  return seen.reduce((sum, { operation, signal, ms }) => {
    const predicted = signalIn(before, operation, signal);
    return predicted === undefined || ms <= 0 || predicted <= 0 ? sum : sum + Math.log(predicted / ms) ** 2;
  }, 0);
}

/**
 * The runs whose parameters agree best with what was seen: a draw under which the estate as it was captured would not behave
 * as it did is no estate that there may be. This is approximate Bayesian computation by rejection (Beaumont, Zhang and
 * Balding 2002), with the median and the 95th percentile of what is asked from outside for summaries.
 *
 * @param view - The estate.
 * @param roots - The operations that are asked from outside.
 * @param runs - Whose time before is at the captured load, without any fault.
 * @returns The nearer half, in their order; all where there are too few, or nothing was seen.
 */
export function consistentRuns(
  view: EstateView,
  roots: readonly string[],
  runs: readonly PredictedRun[],
): readonly PredictedRun[] {
  const seen = seenOf(view, roots);
  if (seen.length === 0 || runs.length < fewestRuns) return runs;
  return runs
    .map((run) => ({ run, far: distance(run, seen) }))
    .sort((left, right) => left.far - right.far || left.run.run - right.run.run)
    .slice(0, Math.ceil(keptShare * runs.length))
    .map(({ run }) => run)
    .sort((left, right) => left.run - right.run);
}
