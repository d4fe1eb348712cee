/** `backlot eval petshop`: predicts measured changes, and says how far off it is; nothing here may decide a prediction. */
export { caseCells, caseHeadings, scoreCells, scoreHeadings } from './petshop-figures.ts';
export { petshopResult, petshopResultSchema } from './petshop-result.ts';
export type { PetshopResult } from './petshop-result.ts';
export { petshopVerb } from './petshop-verb.ts';
