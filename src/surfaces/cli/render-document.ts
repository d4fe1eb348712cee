import { styleText, stripVTControlCharacters } from 'node:util';
import Table from 'cli-table3';
import type { Block, Document, Text, Tone } from '../../app/index.ts';
import { terminalText } from './terminal-text.ts';

/** How the terminal shows each tone: the one map of colours. */
const styleOfTone = {
  plain: [],
  good: ['green'],
  warn: ['yellow'],
  bad: ['red', 'bold'],
  quiet: ['gray'],
  strong: ['bold'],
} as const satisfies Record<Tone, Parameters<typeof styleText>[0]>;

const noBorder = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: '  ',
} as const;

/** What the terminal can do. */
export interface TerminalLook {
  readonly colour: boolean;
  /** How many characters fit on a line; no limit where undefined. */
  readonly columns?: number | undefined;
}

/** Narrower than this a column of words is a column of hyphens. */
const narrowestColumn = 8;

const columnGap = 2;
const tableIndent = 2;

/**
 * Narrows the widest columns until a table fits.
 *
 * @param natural - How wide each column would like to be.
 * @param room - What there is for all of them, gaps included.
 */
function fitColumns(natural: readonly number[], room: number): number[] {
  const widths = [...natural];
  let excess = widths.reduce((sum, width) => sum + width, 0) + columnGap * (widths.length - 1) - room;
  while (excess > 0) {
    const widest = widths.indexOf(Math.max(...widths));
    const width = widths[widest] ?? 0;
    if (width <= narrowestColumn) break;
    widths[widest] = width - 1;
    excess -= 1;
  }
  return widths;
}

function paint(text: Text, { colour }: TerminalLook): string {
  if (typeof text === 'string') return terminalText(text);
  const styles = styleOfTone[text.tone];
  return colour && styles.length > 0
    ? styleText([...styles], terminalText(text.text), { validateStream: false })
    : terminalText(text.text);
}

/** As many columns as a terminal gives to a text, near enough: letters of East Asia and pictures take two each. */
function widthOf(cell: string): number {
  const lines = stripVTControlCharacters(cell).split('\n');
  return Math.max(...lines.map((line) => line.length + (line.match(/[\u1100-\uffdc]/g)?.length ?? 0)));
}

/** The library compares each row with all above it: in pieces, a row of a long table takes no longer than one of a short. */
const rowsAtOnce = 50;

function renderTable({ columns, rows: all }: Extract<Block, { kind: 'table' }>, look: TerminalLook): string {
  const head = columns.map(({ heading }) => paint({ text: heading, tone: 'quiet' }, look));
  const rows = all.map((row) => row.map((cell) => paint(cell, look)));
  const natural = head.map((cell, at) =>
    rows.reduce((widest, row) => Math.max(widest, widthOf(row[at] ?? '')), widthOf(cell)),
  );
  const fitted = look.columns === undefined ? natural : fitColumns(natural, look.columns - tableIndent);
  const isShort = look.columns === undefined && rows.length <= rowsAtOnce;
  const pieces: string[] = [];
  for (let from = 0; from === 0 || from < rows.length; from += rowsAtOnce) {
    const table = new Table({
      chars: noBorder,
      style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
      head: from === 0 ? head : [],
      colAligns: columns.map(({ align }) => align ?? 'left'),
      colWidths: isShort ? [] : fitted,
      wordWrap: true,
    });
    for (const row of rows.slice(from, from + rowsAtOnce)) table.push(row);
    pieces.push(table.toString());
  }
  return pieces
    .flatMap((piece) => piece.split('\n'))
    .map((line) => `${' '.repeat(tableIndent)}${line.trimEnd()}`)
    .join('\n');
}

function renderBlock(block: Block, look: TerminalLook): string {
  switch (block.kind) {
    case 'heading':
      return paint({ text: block.text, tone: 'strong' }, look);
    case 'paragraph':
      return paint(block.text, look);
    case 'list':
      return block.items.map((item) => `  - ${paint(item, look)}`).join('\n');
    case 'fields': {
      const width = Math.max(0, ...block.fields.map(({ label }) => label.length));
      return block.fields.map(({ label, value }) => `  ${label.padEnd(width)}  ${paint(value, look)}`).join('\n');
    }
    case 'table':
      return renderTable(block, look);
    case 'code':
      return block.text
        .split('\n')
        .map((line) => `    ${terminalText(line)}`)
        .join('\n');
  }
}

/**
 * Draws a document for a terminal, with a line end after its last line.
 *
 * @param document - What is said.
 * @param look - What the terminal can do.
 */
export function renderDocument(document: Document, look: TerminalLook): string {
  return document.map((block) => `${renderBlock(block, look)}\n`).join('\n');
}
