import { formatDuration } from '../../src/kernel/index.ts';
import {
  caseRows,
  driftText,
  figureHeadings,
  movedText,
  scoreCells,
  scoreHeadings,
  shopResultSchema,
} from '../shop/index.ts';
import type { ShopResult } from '../shop/index.ts';
import { table } from './section.ts';
import type { EvaluationSection } from './section.ts';

function page(result: ShopResult): string {
  const { rows, cases, measuredMs, ratePerSecond, runs } = result;
  const drift = driftText(result);
  const moved = movedText(result);
  const unpredicted = cases.filter(({ missing }) => missing.length > 0);
  return [
    '## Changes to the running demo estate',
    '',
    'The demo estate runs on a Docker engine under open load. It is captured once, unchanged; from that capture alone each change',
    'is predicted; then it is made on the running estate, measured from its own traces, and undone before the next. Compared are',
    'p50 and p95 of the operations that shoppers ask for. `backlot eval shop` runs it;',
    `this was made with ${runs} runs of the model for each prediction, ${formatDuration(measuredMs)} of measuring under each change and`,
    `${ratePerSecond} requests a second without any. The aim, where the load is within what was seen: a median error of at most 15 % at`,
    'p50 and 25 % at p95, and 75 to 90 % of what is measured in the 80 % interval.',
    '',
    '**No change** is the error of saying, on the same figures, that all stays as it was captured.',
    '',
    ...table(scoreHeadings, rows.map(scoreCells)),
    ...(moved === undefined ? [] : [moved, '']),
    ...(drift === undefined ? [] : [drift, '']),
    ...unpredicted.flatMap(({ title, missing }) => [`- Not predicted: ${title}, for want of ${missing.join('; ')}.`]),
    ...(unpredicted.length > 0 ? [''] : []),
    '### Each figure, in milliseconds',
    '',
    ...table(figureHeadings, cases.flatMap(caseRows)),
  ].join('\n');
}

/** The part of the page about the running demo estate. */
export const shopSection: EvaluationSection = {
  file: 'shop.json',
  page: (results) => page(shopResultSchema.parse(results)),
};
