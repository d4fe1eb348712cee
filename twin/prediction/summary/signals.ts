import type { Range } from '../../calibration/index.ts';
import type { WindowFigures } from '../../model/index.ts';
import type { Phase, PredictedRun } from '../ensemble/index.ts';
import { rangeOfRuns } from './range-of-runs.ts';

/** What is predicted of an operation. */
export const signalNames = ['p50', 'p95', 'p99', 'errors', 'throughput'] as const;

/** One of `signalNames`: latencies in milliseconds, errors as a ratio, throughput in answers per second. */
export type SignalName = (typeof signalNames)[number];

/** The parts of a run, in their order. */
export const phaseNames = ['before', 'during', 'after'] as const;

/** One of `phaseNames`. */
export type PhaseName = (typeof phaseNames)[number];

/** What one signal of one operation will be. */
export interface PredictedSignal extends Readonly<Record<PhaseName, Range | null>> {
  /** `component/operation`. */
  readonly operation: string;
  readonly signal: SignalName;
}

const valueOf: Readonly<Record<SignalName, (figures: WindowFigures) => number | null>> = {
  p50: ({ p50Ms }) => p50Ms,
  p95: ({ p95Ms }) => p95Ms,
  p99: ({ p99Ms }) => p99Ms,
  errors: ({ errorRatio }) => errorRatio,
  throughput: ({ perSecond }) => perSecond,
};

/** `component/operation` of the figures of one. */
export const pathOf = ({ component, operation }: WindowFigures): string => `${component}/${operation}`;

/**
 * The value of a signal in one phase of one run; undefined where there was none.
 *
 * @param phase - Of a run.
 * @param operation - `component/operation`.
 */
export function signalIn(phase: Phase | null, operation: string, signal: SignalName): number | undefined {
  const figures = phase?.operations.find((each) => pathOf(each) === operation);
  return figures === undefined ? undefined : (valueOf[signal](figures) ?? undefined);
}

/**
 * What each signal of each operation will be before, during and after.
 *
 * @param runs - Of an ensemble.
 */
export function signalsOf(runs: readonly PredictedRun[]): readonly PredictedSignal[] {
  const operations = [...new Set(runs.flatMap(({ before }) => before.operations.map(pathOf)))];
  return operations.flatMap((operation) =>
    signalNames.flatMap((signal): PredictedSignal[] => {
      const ranges = phaseNames.map((phase) =>
        rangeOfRuns(runs.flatMap((run) => signalIn(run[phase], operation, signal) ?? [])),
      );
      const [before = null, during = null, after = null] = ranges;
      return ranges.every((range) => range === null) ? [] : [{ operation, signal, before, during, after }];
    }),
  );
}
