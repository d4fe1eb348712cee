import { CoverageCount, RegisteredError } from '../../src/kernel/index.ts';
import type { NotUnderstood } from '../../src/kernel/index.ts';
import type { Input } from '../files/index.ts';
import { describeInput, recogniseFormat } from '../formats/index.ts';
import type { InputFormat } from '../formats/index.ts';
import { decodeJaeger } from '../jaeger/index.ts';
import { parseJson } from '../parsed-json/index.ts';
import { readSpanCsv } from '../span-csv/index.ts';
import type { SpanCsvMapping } from '../span-csv/index.ts';
import type { Span } from '../spans/index.ts';
import { decodeZipkin } from '../zipkin/index.ts';
import { inBatches } from './in-batches.ts';
import { readOtlpJson } from './read-otlp-json.ts';
import { readOtlpProtobuf } from './read-otlp-protobuf.ts';

/** The formats of traces. */
export type TraceFormat = Exclude<InputFormat, 'metric-table' | 'yaml-document'>;

/** What is done with the spans of a file. */
export interface ReadSpansOptions {
  /** Takes them, some thousand at a time; no more are read until it is done. */
  readonly onSpans: (spans: readonly Span[]) => void | Promise<void>;
  /** Counts what was read and what was not understood. */
  readonly coverage: CoverageCount;
  /** Which column holds what, for CSV in another layout than Nezha's. */
  readonly mapping?: SpanCsvMapping;
}

/** What a file was. */
export interface ReadSpansResult {
  readonly format: TraceFormat;
  readonly spanCount: number;
}

const accepted =
  'traces in OTLP (JSON, newline-delimited JSON or protobuf), Zipkin JSON version 2, Jaeger JSON, or CSV with the columns of ' +
  'Nezha or of a mapping; packed with gzip or not';

async function* wholeDocument(
  input: Input,
  decode: typeof decodeZipkin,
  coverage: CoverageCount,
): AsyncGenerator<readonly Span[], void, undefined> {
  yield decode(parseJson(await input.text(), input.path), input.path, coverage).spans;
}

function spansOf(
  input: Input,
  format: TraceFormat,
  mapping: SpanCsvMapping | undefined,
  coverage: CoverageCount,
): AsyncIterable<readonly Span[]> {
  switch (format) {
    case 'otlp-json':
      return readOtlpJson(input, coverage);
    case 'otlp-protobuf':
      return readOtlpProtobuf(input, coverage);
    case 'zipkin-v2':
      return wholeDocument(input, decodeZipkin, coverage);
    case 'jaeger':
      return wholeDocument(input, decodeJaeger, coverage);
    case 'span-csv':
      return inBatches(readSpanCsv(input, mapping, coverage));
  }
}

/** A file of which nothing was understood is not as its format says; of any other one what was not is counted. */
function refuseEmpty(path: string, spanCount: number, [first]: readonly NotUnderstood[]): void {
  if (spanCount > 0 || first === undefined) return;
  const place = first.place.startsWith(path) ? first.place.slice(path.length).replace(/^[:\s]+/, '') : first.place;
  const found = `${first.count} ${first.what}, and nothing else`;
  throw new RegisteredError('input-malformed', {
    path,
    place: /^\d+$/.test(place) ? `line ${place}` : place,
    found,
    accepted,
  });
}

/**
 * Reads all spans of a file of traces. Where some are not as the format says, they are counted and left out.
 *
 * @param input - The file.
 * @param options - Who takes the spans, and who counts.
 * @throws RegisteredError `input-unrecognised`; `input-malformed` where nothing of it is understood; `input-too-large`; what
 * reading the file throws; what `onSpans` throws.
 */
export async function readSpans(input: Input, options: ReadSpansOptions): Promise<ReadSpansResult> {
  const { onSpans, mapping } = options;
  const { path } = input;
  const format = recogniseFormat(input, mapping);
  if (format === undefined || format === 'metric-table' || format === 'yaml-document') {
    const found = format === 'metric-table' ? 'a table of metrics' : describeInput(input);
    throw new RegisteredError('input-unrecognised', { path, found, accepted });
  }
  const coverage = new CoverageCount();
  let spanCount = 0;
  try {
    for await (const spans of spansOf(input, format, mapping, coverage)) {
      for (let start = 0; start < spans.length; start += spansAtOnce) {
        const batch = spans.slice(start, start + spansAtOnce);
        spanCount += batch.length;
        await onSpans(batch);
      }
    }
    refuseEmpty(path, spanCount, coverage.coverage.notUnderstood);
  } finally {
    options.coverage.include(coverage.coverage);
  }
  return { format, spanCount };
}

const spansAtOnce = 4_096;
