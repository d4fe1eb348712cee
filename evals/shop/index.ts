/** Changes to the running demo estate: predicted first, then made and measured; nothing here may tell a prediction what was measured. */
export {
  caseRows,
  driftText,
  figureHeadings,
  movedText,
  scoreCells,
  scoreHeadings,
  shopResultSchema,
  shopVerb,
} from './verb/index.ts';
export type { ShopResult } from './verb/index.ts';
