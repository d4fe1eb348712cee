import { styleText, stripVTControlCharacters } from 'node:util';
import Table from 'cli-table3';
import type { Block, Document, Text, Tone } from '../../app/index.ts';

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
}

/** Text from outside may carry control sequences, which would be obeyed by the terminal: they are dropped. */
const harmless = (text: string): string =>
  stripVTControlCharacters(text).replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '');

function paint(text: Text, { colour }: TerminalLook): string {
  if (typeof text === 'string') return harmless(text);
  const styles = styleOfTone[text.tone];
  return colour && styles.length > 0
    ? styleText([...styles], harmless(text.text), { validateStream: false })
    : harmless(text.text);
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
    case 'table': {
      const table = new Table({
        chars: noBorder,
        style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
        head: block.columns.map(({ heading }) => paint({ text: heading, tone: 'quiet' }, look)),
        colAligns: block.columns.map(({ align }) => align ?? 'left'),
      });
      for (const row of block.rows) table.push(row.map((cell) => paint(cell, look)));
      return table
        .toString()
        .split('\n')
        .map((line) => `  ${line.trimEnd()}`)
        .join('\n');
    }
    case 'code':
      return block.text
        .split('\n')
        .map((line) => `    ${harmless(line)}`)
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
