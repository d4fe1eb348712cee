/** Says of what runs of a model show whether it is harm, and how bad; nothing here may run anything. */
export { isCutShort, judgeRun, judgeRuns } from './judge-runs.ts';
export type { Shown } from './judge-runs.ts';
export { modelMeasures } from './model-measure.ts';
export type { ModelMeasure } from './model-measure.ts';
