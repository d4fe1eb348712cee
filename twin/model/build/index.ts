/** Makes a model of what is known of an estate; nothing here may make up a number that no fact tells. */
export type { Behaviour, Called } from './behaviour.ts';
export type { MissingFact } from './missing.ts';
export { modelOfEstate } from './model-of-estate.ts';
export type { EstateModel, EstateModelOptions } from './model-of-estate.ts';
export { distributionOfSketch, durationText, rateText } from './written-quantity.ts';
export type { WrittenDistribution } from './written-quantity.ts';
export type { WrittenStep } from './written-step.ts';
