/**
 * What an estate teaches a model of it: work without waiting, servers, arrivals, each as a range with its source; and what
 * the scores of past predictions teach the next. Nothing here may ask a real system, or make up a number without saying so.
 */
export { learnedLatencies } from './learned/index.ts';
export { calibrate, calibratedBehaviour } from './model/index.ts';
export type { Calibration, Unknown } from './model/index.ts';
export { bestGuess, drawParameters } from './parameters/index.ts';
export type { Parameter, ParameterKind, ParameterSource, Settle } from './parameters/index.ts';
export { seenArrivals } from './arrivals/index.ts';
export { correctionOf, loadBin, widened, wideningOf } from './residuals/index.ts';
export type { Score } from './residuals/index.ts';
export type { Range } from './range.ts';
export {
  drawEstate,
  drawNormal,
  intervalRatio,
  learnDose,
  predictDose,
  predictEffect,
  unknownMechanism,
  usualDeviation,
} from './aggregates/index.ts';
export type {
  AggregatedEstate,
  ComponentWindows,
  Dose,
  DosePrediction,
  EstateDraws,
  Measuring,
  PredictedInterval,
  SeenDose,
  SeenEffect,
} from './aggregates/index.ts';
