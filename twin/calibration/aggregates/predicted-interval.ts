import type { FrontDoorFigures } from './front-door-draw.ts';
import { quantileOf } from './quantile-of.ts';

/** A predicted figure: the median of the draws, and between what 80 % of them lie. */
export interface PredictedInterval {
  readonly median: number;
  readonly low: number;
  readonly high: number;
}

/** What a dose is predicted to do at the front door. */
export interface DosePrediction {
  readonly latencyMs: PredictedInterval;
  readonly availabilityRatio: PredictedInterval;
}

/** The share of draws that an interval holds. */
export const intervalRatio = 0.8;

/**
 * The interval of some draws.
 *
 * @param values - At least one.
 */
export const intervalOf = (values: readonly number[]): PredictedInterval => ({
  median: quantileOf(values, 0.5),
  low: quantileOf(values, (1 - intervalRatio) / 2),
  high: quantileOf(values, (1 + intervalRatio) / 2),
});

/**
 * The prediction that draws make.
 *
 * @param draws - Of the figures at the front door.
 */
export const predictionOf = (draws: readonly FrontDoorFigures[]): DosePrediction => ({
  latencyMs: intervalOf(draws.map(({ latencyMs }) => latencyMs)),
  availabilityRatio: intervalOf(draws.map(({ availabilityRatio }) => availabilityRatio)),
});
