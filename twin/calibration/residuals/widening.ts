import type { Range } from '../range.ts';
import type { Score } from './score.ts';

/** By how much an interval is to be wider, on the logarithmic scale, at both ends; below 0 it may be narrower. */
export interface Widening {
  readonly by: number;
  /** Scores that it rests on. */
  readonly count: number;
  /** Whether they are enough for the level: with fewer, the widest miss so far is taken, and the level is not promised. */
  readonly isEnough: boolean;
}

/** How far outside of its interval an observation was, on the logarithmic scale; below 0 inside. */
const miss = ({ predicted: { low, high }, observed }: Score): number =>
  Math.max(Math.log(low / observed), Math.log(observed / high));

/**
 * Split-conformal widening of intervals (conformalised quantile regression, Romano, Patterson and Candès 2019): widened by
 * the ceil((n + 1) × level)-th smallest miss of n past predictions, the next interval holds with at least the probability
 * `level`, whatever the model is worth, as long as the next case is of the kind of those before.
 *
 * @param scores - Of predictions like the next one, whose intervals were made at this level.
 * @param level - Between 0 and 1.
 */
export function wideningOf(scores: readonly Score[], level: number): Widening {
  const count = scores.length;
  const misses = scores.map(miss).sort((left, right) => left - right);
  const rank = Math.ceil((count + 1) * level);
  const isEnough = count > 0 && rank <= count;
  const by = isEnough ? (misses[rank - 1] as number) : Math.max(0, misses.at(-1) ?? 0);
  return { by, count, isEnough };
}

/**
 * Widens an interval; narrowed, it still holds its best guess.
 *
 * @param range - Above 0.
 * @param widening - By how much.
 */
export function widened({ best, low, high }: Range, { by }: Widening): Range {
  const factor = Math.exp(by);
  return { best, low: Math.min(best, low / factor), high: Math.max(best, high * factor) };
}
