/** `backlot eval shop`: predicts changes to the demo estate, makes them, and says how far off it was; nothing here may decide a prediction. */
export { caseRows, driftText, figureHeadings, movedText, scoreCells, scoreHeadings } from './shop-figures.ts';
export { shopResultSchema } from './shop-result.ts';
export type { ShopResult } from './shop-result.ts';
export { shopVerb } from './shop-verb.ts';
