/** Runs an estate many times, each time as it may be; nothing here may say what that means. */
export type { EnsembleJob, Phase, PredictedRun } from './ensemble-job.ts';
export { modelOf } from './predicted-run.ts';
export { runEnsemble } from './run-ensemble.ts';
export type { EnsembleOptions } from './run-ensemble.ts';
