/**
 * What an estate will do when something is done to it, in numbers with their intervals; nothing here may touch a real one.
 * What lets things happen in a model (`enactment`), judges runs (`judgement`) and joins tiers (`tiers`) serves whoever runs
 * scenarios, too.
 */
export type { EnsembleOptions } from './ensemble/index.ts';
export { predict } from './predict.ts';
export type { Prediction, PredictionRequest } from './predict.ts';
export { level, phaseNames } from './summary/index.ts';
export type { Objective, PhaseName, PredictedBreach, PredictedSignal } from './summary/index.ts';
