/** What an estate will do when something is done to it, in numbers with their intervals; nothing here may touch a real one. */
export {
  changedModel,
  enactedModel,
  eventsInPiece,
  happeningAt,
  heldAgainst,
  mergePatch,
  noHappenings,
  noPause,
  planOf,
  runModel,
  tooShortText,
  windowOf,
} from './enactment/index.ts';
export type {
  Circumstances,
  EnactedModel,
  Enactment,
  Happenings,
  Pause,
  Plan,
  Run,
  RunTimes,
  TimelineParts,
} from './enactment/index.ts';
export { isCutShort, judgeRun, judgeRuns, modelMeasures } from './judgement/index.ts';
export type { ModelMeasure, Shown } from './judgement/index.ts';
export { answerOfRuns, askPreflight, joinVerdicts, modelNotAsked, worstEffect } from './tiers/index.ts';
export type { Reason, RemedyEffect, RemedyReason, TierAnswer } from './tiers/index.ts';
export { predict } from './predict.ts';
export type { Prediction, PredictionRequest } from './predict.ts';
export type { EnsembleOptions } from './ensemble/index.ts';
export { level, phaseNames } from './summary/index.ts';
export type { Objective, PhaseName, PredictedBreach, PredictedSignal } from './summary/index.ts';
