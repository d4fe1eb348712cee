/** Changes of known amount that others made and measured, in the layout of PetShop: predicted, and compared; nothing here may know one by name. */
export { runFolder } from './run-folder.ts';
export {
  caseCells,
  caseHeadings,
  petshopResult,
  petshopResultSchema,
  petshopVerb,
  scoreCells,
  scoreHeadings,
} from './verb/index.ts';
export type { PetshopResult } from './verb/index.ts';
