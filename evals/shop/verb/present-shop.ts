import { formatDuration } from '../../../src/kernel/index.ts';
import type { Document } from '../../../src/app/index.ts';
import { caseRows, driftText, figureHeadings, movedText, scoreCells, scoreHeadings } from './shop-figures.ts';
import type { ShopResult } from './shop-result.ts';

const columns = (names: readonly string[]): { readonly heading: string }[] => names.map((heading) => ({ heading }));

/**
 * Says how predictions of the running shop came out.
 *
 * @param result - Of the evaluation.
 */
export function presentShop(result: ShopResult): Document {
  const { estate, rows, cases, measuredMs, ratePerSecond, stoppedEarly } = result;
  const drift = driftText(result);
  const moved = movedText(result);
  return [
    {
      kind: 'heading',
      text: `Changes to ${estate}, predicted and then made: errors, and how often the 80 % interval holds`,
    },
    { kind: 'table', columns: columns(scoreHeadings), rows: rows.map(scoreCells) },
    ...(moved === undefined ? [] : [{ kind: 'paragraph' as const, text: moved }]),
    { kind: 'heading', text: 'Each change, in milliseconds' },
    { kind: 'table', columns: columns(figureHeadings), rows: cases.flatMap(caseRows) },
    ...cases.flatMap(({ title, missing }) =>
      missing.length === 0
        ? []
        : [{ kind: 'paragraph' as const, text: `${title}: not predicted, for want of ${missing.join('; ')}` }],
    ),
    {
      kind: 'paragraph',
      text: `Measured for ${formatDuration(measuredMs)} each, at ${ratePerSecond} requests a second without any change.`,
    },
    ...(drift === undefined ? [] : [{ kind: 'paragraph' as const, text: drift }]),
    ...(stoppedEarly ? [{ kind: 'paragraph' as const, text: 'it was ended before the other changes' }] : []),
  ];
}
