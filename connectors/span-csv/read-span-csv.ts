import { RegisteredError } from '../../src/kernel/index.ts';
import type { CoverageCount } from '../../src/kernel/index.ts';
import { rowsOf } from '../csv-rows/index.ts';
import type { Input } from '../files/index.ts';
import type { Span } from '../spans/index.ts';
import { columnsOf, mappingOf } from './mapping.ts';
import type { SpanCsvMapping } from './mapping.ts';
import { RowSpans } from './row-span.ts';

/** Names from outside are repeated in an error, but not without end. */
const longestHeader = 200;

function rowSpansOf(header: readonly string[], path: string, given: SpanCsvMapping | undefined): RowSpans {
  const found = `the columns ${header.join(', ').slice(0, longestHeader)}`;
  const mapping = mappingOf(header, given);
  if (mapping === undefined) {
    const accepted = 'the columns of Nezha (TraceID, SpanID, ParentID, PodName, ...), or a mapping of columns';
    throw new RegisteredError('input-malformed', { path, place: 'line 1', found, accepted });
  }
  const lacking = columnsOf(mapping).find(([, name]) => !header.includes(name));
  if (lacking !== undefined) {
    const accepted = `a column ${JSON.stringify(lacking[1])}, which the mapping names for ${lacking[0]}`;
    throw new RegisteredError('input-malformed', { path, place: 'line 1', found, accepted });
  }
  return new RowSpans(mapping, header);
}

/**
 * Reads spans from CSV, a row at a time; the first row names the columns. A row that is no span is counted and left out.
 *
 * @param input - The file.
 * @param given - Which column holds what; Nezha's layout needs none.
 * @param coverage - Counts what was read and what was not understood.
 * @throws RegisteredError `input-malformed` where columns are lacking, and what reading the file throws.
 */
export async function* readSpanCsv(
  input: Input,
  given: SpanCsvMapping | undefined,
  coverage: CoverageCount,
): AsyncGenerator<Span, void, undefined> {
  let rowSpans: RowSpans | undefined;
  for await (const { number, cells } of rowsOf(input)) {
    if (rowSpans === undefined) {
      rowSpans = rowSpansOf(
        cells.map((name) => name.trim()),
        input.path,
        given,
      );
      continue;
    }
    const span = rowSpans.of(cells);
    if (typeof span === 'string') {
      coverage.notUnderstood(span, `${input.path}:${number}`);
      continue;
    }
    coverage.read('spans');
    yield span;
  }
}
