import type { PredictedRun } from '../ensemble/index.ts';
import { signalIn } from './signals.ts';

/** How much the outcome of a prediction hangs on one parameter. */
export interface Sensitivity {
  /** The kind of the parameter, and what it is of. */
  readonly parameter: string;
  /** Spearman's: from -1 (the more of it, the better) to 1 (the more of it, the worse). */
  readonly rankCorrelation: number;
}

/** The most that are told. */
const most = 5;

/** Ranks from 1, those of equal values being their mean. */
function ranksOf(values: readonly number[]): readonly number[] {
  const order = values.map((value, at) => ({ value, at })).sort((left, right) => left.value - right.value);
  const ranks = new Array<number>(values.length).fill(0);
  for (let from = 0; from < order.length;) {
    let to = from;
    while (to + 1 < order.length && order[to + 1]?.value === order[from]?.value) to += 1;
    for (let at = from; at <= to; at += 1) ranks[order[at]?.at ?? 0] = (from + to) / 2 + 1;
    from = to + 1;
  }
  return ranks;
}

function correlation(left: readonly number[], right: readonly number[]): number {
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [leftMean, rightMean] = [mean(left), mean(right)];
  let [both, leftSquares, rightSquares] = [0, 0, 0];
  left.forEach((value, at) => {
    const [x, y] = [value - leftMean, (right[at] as number) - rightMean];
    both += x * y;
    leftSquares += x * x;
    rightSquares += y * y;
  });
  return leftSquares === 0 || rightSquares === 0 ? 0 : both / Math.sqrt(leftSquares * rightSquares);
}

/** How bad a run came out: what fails counts before what is slow. */
function badness({ before, during, after }: PredictedRun, roots: readonly string[]): number {
  const worst = [during, after].flatMap((phase) =>
    roots.map((root) => {
      const errors = signalIn(phase, root, 'errors') ?? 0;
      const [was, is] = [signalIn(before, root, 'p95'), signalIn(phase, root, 'p95')];
      const slower = was === undefined || is === undefined || was === 0 ? 0 : Math.log(Math.max(is, 1e-6) / was);
      return errors * 100 + slower;
    }),
  );
  return Math.max(...worst, -Infinity);
}

/**
 * On which parameters it hangs most how bad a prediction comes out. What could as well be chance is not told.
 *
 * @param runs - Of an ensemble.
 * @param roots - The operations that are asked from outside.
 * @returns The strongest first, at most five.
 */
export function sensitivitiesOf(runs: readonly PredictedRun[], roots: readonly string[]): readonly Sensitivity[] {
  const outcomes = runs.map((run) => badness(run, roots));
  if (outcomes.some((value) => !Number.isFinite(value))) return [];
  const ranks = ranksOf(outcomes);
  // Twice the standard error of a rank correlation of what has nothing to do with each other (Kendall 1948).
  const chance = runs.length < 2 ? 1 : 2 / Math.sqrt(runs.length - 1);
  return Object.keys(runs[0]?.settled ?? {})
    .map((parameter) => ({
      parameter,
      rankCorrelation: correlation(ranksOf(runs.map(({ settled }) => settled[parameter] ?? 0)), ranks),
    }))
    .filter(({ rankCorrelation }) => Math.abs(rankCorrelation) > chance)
    .sort((left, right) => Math.abs(right.rankCorrelation) - Math.abs(left.rankCorrelation))
    .slice(0, most);
}
