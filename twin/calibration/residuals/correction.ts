import { residual } from './score.ts';
import type { Score } from './score.ts';

/** What past surprises say about the next prediction of a signal. */
export type Correction =
  /** Too few scores to say anything. */
  | { readonly says: 'nothing'; readonly count: number }
  /** The prediction is to be multiplied by `factor`. */
  | { readonly says: 'scale'; readonly factor: number; readonly count: number }
  /** It was too low at some loads and too high at others: a mechanism is wrong or missing, and no factor mends that. */
  | { readonly says: 'mechanism-wrong'; readonly tooLowAt: number; readonly tooHighAt: number; readonly count: number };

/** With fewer, a single odd day would steer. */
const fewestScores = 4;

/** What one score may change at most, as a factor; and all together. */
const mostPerScore = Math.log(1.2);
const mostInAll = Math.log(2);

/** How far a score is followed. */
const gain = 0.3;

/** A residual that nobody would act on has no sign. */
const noticed = Math.log(1.1);

/** For 5 of 5 of the same sign, chance has one of sixteen (both signs): fewer say nothing of a bin. */
const fewestOfBin = 5;

const within = (value: number, most: number): number => Math.min(most, Math.max(-most, value));

/** The probability that at least `hits` of `count` fair coins show the same side that was asked for. */
function signTest(hits: number, count: number): number {
  let [choose, sum] = [1, 0];
  for (let at = 0; at <= count; at += 1) {
    if (at >= hits) sum += choose;
    choose = (choose * (count - at)) / (at + 1);
  }
  return sum / 2 ** count;
}

/** The sign that the residuals of a bin clearly have; 0 where they have none. */
function signOf(residuals: readonly number[]): -1 | 0 | 1 {
  const sorted = residuals.toSorted((left, right) => left - right);
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  if (residuals.length < fewestOfBin || Math.abs(median) < noticed) return 0;
  const same = residuals.filter((each) => Math.sign(each) === Math.sign(median)).length;
  return signTest(same, residuals.length) > 0.05 ? 0 : median > 0 ? 1 : -1;
}

/**
 * What the scores of one signal of one operation say. They are gone through in order of time, each moving the correction
 * by a share of what is left of its residual, by a bounded step. Where the predictions of some loads were clearly too low
 * and those of others clearly too high, no factor is given: it would hide the error at one load by making it at another.
 *
 * @param scores - Of one operation and signal, of predictions without a correction.
 */
export function correctionOf(scores: readonly Score[]): Correction {
  const count = scores.length;
  if (count < fewestScores) return { says: 'nothing', count };
  const bins = [...Map.groupBy(scores, (score) => score.loadBin)]
    .map(([bin, of]) => ({ bin, sign: signOf(of.map(residual)) }))
    .sort((left, right) => left.bin - right.bin);
  const tooLowAt = bins.find(({ sign }) => sign === 1)?.bin;
  const tooHighAt = bins.find(({ sign }) => sign === -1)?.bin;
  if (tooLowAt !== undefined && tooHighAt !== undefined) return { says: 'mechanism-wrong', tooLowAt, tooHighAt, count };
  const correction = scores
    .toSorted((left, right) => left.atMs - right.atMs || residual(left) - residual(right))
    .reduce((sum, score) => within(sum + within(gain * (residual(score) - sum), mostPerScore), mostInAll), 0);
  return { says: 'scale', factor: Math.exp(correction), count };
}
