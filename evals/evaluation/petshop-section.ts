import { caseCells, caseHeadings, scoreCells, scoreHeadings } from '../petshop/index.ts';
import { petshopResultsSchema } from './petshop-results.ts';
import type { PetshopResults } from './petshop-results.ts';
import { table } from './section.ts';
import type { EvaluationSection } from './section.ts';

function page({ intervalRatio, rows, cases, leftOut }: PetshopResults): string {
  const level = `${(intervalRatio * 100).toFixed(0)} %`;
  const most = cases.reduce((high, { atOnce }) => Math.max(high, atOnce), 0);
  return [
    '## Changes of known amount, from metrics without traces',
    '',
    `${cases.length} changes that others made to a running system and measured (PetShop, CLeaR 2024, Amazon, CC-BY-4.0;`,
    '<https://github.com/amazon-science/petshop-root-cause-analysis>): counts, mean latencies and availabilities of five minutes',
    'for each component, the call graph, and the command of each change. Predicted are latency and availability at the front',
    `door, as ${level} intervals; \`backlot eval petshop FOLDER\` runs it, and`,
    '[the decision](decisions/2026-12-01-doses-from-averages.md) says how it works. From **usual times** alone it is not known',
    'which requests meet the changed code, so the intervals are wide, and what has no unit is unknown. With **the smallest dose**',
    'of the same knob seen, its other doses and its repetitions are predicted.',
    '',
    'A case has few windows, and those in which the change begins or ends show it diluted. Compared are those within it: that begin',
    'no earlier than the recorded time, and that a step fitted to the series of the changed component more likely than not covers',
    'to nine tenths. The level before the change is taken from the windows that ended before the recorded time, for predictions',
    'and baselines alike. **No change** and **added once** (the delay or the errors on every request at the front door) are',
    'counted on the cases that are predicted.',
    '',
    `Each cell: median absolute error, and how often the ${level} interval holds what was measured.`,
    '',
    ...table(scoreHeadings, rows.map(scoreCells)),
    `Under a change at most ${most.toFixed(2)} requests were in its component at once; waiting for one another is left out.`,
    '',
    '### Each change',
    '',
    ...table(caseHeadings, cases.map(caseCells)),
    ...leftOut.map(({ id, reason }) => `- ${id} is left out: ${reason}`),
    ...(leftOut.length > 0 ? [''] : []),
  ].join('\n');
}

/** The part of the page about measured changes. */
export const petshopSection: EvaluationSection = {
  file: 'petshop.json',
  page: (results) => page(petshopResultsSchema.parse(results)),
};
