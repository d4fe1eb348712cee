import { escapeMarkup } from '../escape-markup.ts';
import { intervalRows, shownAmount, shownRange } from './interval-rows.ts';
import type { IntervalRows } from './interval-rows.ts';
import type { PredictResult } from './predict-result.ts';

const page = { wide: 860, left: 110, right: 250, top: 84, row: 22, title: 30, gap: 12 } as const;
const plotWide = page.wide - page.left - page.right;
const colours = { before: '#6b7280', during: '#b45309', after: '#1d4ed8' } as const;

const text = (x: number, y: number, shown: string, more = ''): string =>
  `<text x="${x}" y="${y}"${more}>${escapeMarkup(shown)}</text>`;

function block({ title, unit, limit, most, rows }: IntervalRows, top: number): string {
  const x = (value: number): string => (page.left + (most > 0 ? value / most : 0) * plotWide).toFixed(1);
  const bottom = top + page.title + rows.length * page.row;
  const heading = text(page.left, top + 16, title, ' font-weight="600"');
  const axis = `<line x1="${page.left}" x2="${page.left + plotWide}" y1="${bottom}" y2="${bottom}" stroke="#d1d5db"/>`;
  const drawn = rows.map(({ phase, range }, at) => {
    const y = top + page.title + at * page.row + page.row / 2;
    const colour = colours[phase];
    return [
      text(page.left - 12, y + 4, phase, ' text-anchor="end"'),
      `<line x1="${x(range.low)}" x2="${x(range.high)}" y1="${y}" y2="${y}" stroke="${colour}" stroke-width="6" stroke-linecap="round" opacity="0.45"/>`,
      `<circle cx="${x(range.best)}" cy="${y}" r="5" fill="${colour}"/>`,
      text(page.left + plotWide + 14, y + 4, shownRange(range, unit)),
    ].join('');
  });
  const bound =
    limit === undefined
      ? ''
      : `<line x1="${x(limit)}" x2="${x(limit)}" y1="${top + page.title - 4}" y2="${bottom}" stroke="#b91c1c" stroke-dasharray="4 3"/>` +
        text(page.left + plotWide + 14, top + 16, `at most ${shownAmount(limit, unit)}`, ' fill="#b91c1c"');
  return heading + axis + bound + drawn.join('');
}

const heightOf = ({ rows }: IntervalRows): number => page.title + rows.length * page.row + page.gap;

/**
 * Draws the intervals of a prediction.
 *
 * @param result - Of the verb.
 * @returns A whole SVG file.
 */
export function intervalSvg(result: PredictResult): string {
  const blocks = intervalRows(result);
  const high = page.top + blocks.reduce((sum, each) => sum + heightOf(each), 0) + page.gap;
  const title = `${result.estate}: ${result.verdict}`;
  let top: number = page.top;
  const drawn = blocks.map((each) => {
    const made = block(each, top);
    top += heightOf(each);
    return made;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${page.wide} ${high}" width="${page.wide}" height="${high}" role="img" aria-label="${escapeMarkup(title)}" font-family="system-ui, sans-serif" font-size="13" fill="#111827">`,
    `<rect width="${page.wide}" height="${high}" fill="#ffffff"/>`,
    text(24, 28, title, ' font-size="17" font-weight="600"'),
    text(24, 48, [...result.change, ...result.faults, ...result.load].join('; '), ' fill="#374151"'),
    text(24, 66, `${result.runs.used} runs; median, and between what four of five lie`, ' fill="#6b7280"'),
    ...drawn,
    '</svg>',
    '',
  ].join('\n');
}
