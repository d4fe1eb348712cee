/** Predicts what something would do to a captured estate; nothing here may touch the real one. */
export type { Asked } from './asked.ts';
export { intervalText } from './interval-rows.ts';
export { intervalSvg } from './interval-svg.ts';
export { predictEstate } from './predict-estate.ts';
export type { PredictResult } from './predict-result.ts';
export { predictVerb } from './predict-verb.ts';
