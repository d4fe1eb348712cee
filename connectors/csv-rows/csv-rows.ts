import { pipeline, Readable } from 'node:stream';
import { parse } from 'csv-parse';
import { parse as parseAtOnce } from 'csv-parse/sync';
import { RegisteredError } from '../../src/kernel/index.ts';
import { textChunks } from '../files/index.ts';
import type { Input } from '../files/index.ts';

/** A row of cells. */
export interface Row {
  /** From 1, the header counted; the line where no cell goes over several. */
  readonly number: number;
  readonly cells: readonly string[];
}

/** A quote that is never closed makes one cell of all that follows. */
const longestRow = 2 ** 20;

const options = {
  relax_column_count: true,
  // A quotation mark within a cell stands for itself, as in what most programs write by hand.
  relax_quotes: true,
  skip_empty_lines: true,
  max_record_size: longestRow,
} as const;

/**
 * The cells of the first row, from the beginning of a file.
 *
 * @param head - The beginning, in text.
 * @returns `undefined` where the first line is no CSV, or has one cell only.
 */
export function headerOf(head: string): readonly string[] | undefined {
  const [line = ''] = head.replace(/^\uFEFF/, '').split('\n', 1);
  try {
    const [cells = []] = parseAtOnce(line, options);
    return cells.length > 1 ? cells : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The rows of a file, one at a time.
 *
 * @param input - The file.
 * @throws RegisteredError `input-malformed` where the rest of the file cannot be read for a quote that is not closed or a
 * row of more than 1 MiB, and what `input.chunks` throws.
 */
export async function* rowsOf(input: Input): AsyncGenerator<Row, void, undefined> {
  const { path } = input;
  const parser = parse(options);
  // A failure on the way destroys the parser, and so reaches the loop below; leaving the loop ends the others.
  pipeline(Readable.from(textChunks(input)), parser, () => undefined);
  let number = 0;
  try {
    for await (const cells of parser as AsyncIterable<string[]>) yield { number: ++number, cells };
  } catch (thrown) {
    if (thrown instanceof RegisteredError || !isOfParser(thrown)) throw thrown;
    throw new RegisteredError(
      'input-malformed',
      {
        path,
        place: `line ${thrown.lines}`,
        found: thrown.code === 'CSV_QUOTE_NOT_CLOSED' ? 'a quote that is not closed' : 'a row that is no CSV',
        accepted: 'CSV, each row up to 1 MiB',
      },
      { cause: thrown },
    );
  }
}

/** The parser's own errors have a code and a line; their words repeat what was read, and are not kept. */
function isOfParser(thrown: unknown): thrown is Error & { readonly code: string; readonly lines: number } {
  return (
    thrown instanceof Error &&
    'code' in thrown &&
    typeof thrown.code === 'string' &&
    thrown.code.startsWith('CSV_') &&
    'lines' in thrown
  );
}
