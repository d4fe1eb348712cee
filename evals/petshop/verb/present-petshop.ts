import type { Document } from '../../../src/app/index.ts';
import { caseCells, caseHeadings, scoreCells, scoreHeadings } from './petshop-figures.ts';
import type { PetshopResult } from './petshop-result.ts';

const columns = (names: readonly string[]): { readonly heading: string }[] => names.map((heading) => ({ heading }));

/**
 * Says how the cases of a folder came out.
 *
 * @param result - Of the folder.
 */
export function presentPetshop({ folder, rows, cases, intervalRatio, leftOut, stoppedEarly }: PetshopResult): Document {
  const level = `${(intervalRatio * 100).toFixed(0)} %`;
  const most = cases.reduce((high, { atOnce }) => Math.max(high, atOnce), 0);
  return [
    { kind: 'heading', text: `Changes of ${folder}: median absolute error, and how often the ${level} interval holds` },
    { kind: 'table', columns: columns(scoreHeadings), rows: rows.map(scoreCells) },
    { kind: 'heading', text: 'Cases' },
    { kind: 'table', columns: columns(caseHeadings), rows: cases.map(caseCells) },
    {
      kind: 'paragraph',
      text:
        `at most ${most.toFixed(2)} requests were in a changed component at once under the change; ` +
        (most < 1 ? 'waiting for one another is left out' : 'waiting for one another, which is left out, may matter'),
    },
    ...leftOut.map(({ id, reason }) => ({ kind: 'paragraph', text: `${id} is left out: ${reason}` }) as const),
    ...(stoppedEarly ? [{ kind: 'paragraph', text: 'it was ended before the other cases' } as const] : []),
  ];
}
