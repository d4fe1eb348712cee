import type { Range } from '../range.ts';

/** What one operation asks of a component. */
export interface AskedWork {
  readonly perSecond: number;
  /** The work of a request without waiting for others, in milliseconds: on a processor, or asleep, or in what sends no spans. */
  readonly workMs: Range;
}

/** How much of the work of a component is done on processors. */
export interface ProcessorShare {
  /** Of each millisecond of work, 0 to 1; the rest takes time without a processor. */
  readonly share: Range;
  /** Cores that the work cannot explain: what requests cost outside of their own time, and what nobody asks for. */
  readonly otherCores: Range;
}

/** A measurement of cores over a short while is this uncertain at least. */
const leastError = 0.1;

/**
 * Divides the work of a component into what uses processors and what does not, by the utilisation law: cores used are the
 * sum over operations of requests per second times processor seconds of each. One measurement has one unknown: all
 * operations are taken to have the same share.
 *
 * @param usedCores - Of all instances together, on average over the time in which the requests came.
 * @param asked - Of all its operations.
 * @param errorRatio - Of the measurement of the cores, one standard error over the value.
 * @returns Undefined where nothing was asked.
 */
export function processorShare(
  usedCores: number,
  asked: readonly AskedWork[],
  errorRatio = leastError,
): ProcessorShare | undefined {
  const worked = (of: (range: Range) => number): number =>
    asked.reduce((sum, { perSecond, workMs }) => sum + (perSecond * of(workMs)) / 1_000, 0);
  const [best, low, high] = [
    worked((range) => range.best),
    worked((range) => range.low),
    worked((range) => range.high),
  ];
  if (best <= 0) return undefined;
  const within = (ratio: number): number => Math.min(1, Math.max(0, ratio));
  const error = 2 * Math.max(errorRatio, leastError);
  return {
    share: {
      best: within(usedCores / best),
      low: within((usedCores * (1 - error)) / high),
      high: low <= 0 ? 1 : within((usedCores * (1 + error)) / low),
    },
    otherCores: {
      best: Math.max(0, usedCores - best),
      low: Math.max(0, usedCores * (1 - error) - high),
      high: Math.max(0, usedCores * (1 + error) - low),
    },
  };
}
