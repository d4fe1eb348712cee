import { readSpans } from '../../../connectors/trace-files/index.ts';
import type { SpanCsvMapping } from '../../../connectors/span-csv/index.ts';
import type { Input } from '../../../connectors/files/index.ts';
import { createTraceAggregator, findingsOfTraces } from '../../estate/index.ts';
import type { Findings } from '../../estate/index.ts';
import { CoverageCount, sha256Hex } from '../../kernel/index.ts';

/** What became of the files of traces of one call. */
export interface TracesReading {
  /** Undefined where no span was read. */
  readonly findings: Findings | undefined;
  /** Spans by path. */
  readonly spansOf: ReadonlyMap<string, number>;
  /** Files that could not be read, and why; nothing of them is in the findings. */
  readonly failures: ReadonlyMap<string, unknown>;
}

/** Reads spans, and tells of each file what came of it. */
async function attempt(
  inputs: readonly Input[],
  mapping: SpanCsvMapping | undefined,
  onFile: (input: Input) => void,
  signal: AbortSignal,
): Promise<TracesReading & { readonly isSpoilt: boolean }> {
  const aggregator = createTraceAggregator();
  const coverage = new CoverageCount();
  const failures = new Map<string, unknown>();
  const spansOf = new Map<string, number>();
  let isSpoilt = false;
  for (const input of inputs) {
    onFile(input);
    let taken = 0;
    try {
      const { spanCount } = await readSpans(input, {
        coverage,
        ...(mapping === undefined ? {} : { mapping }),
        onSpans: (spans) => {
          signal.throwIfAborted();
          aggregator.add(spans);
          taken += spans.length;
        },
      });
      spansOf.set(input.path, spanCount);
    } catch (thrown) {
      signal.throwIfAborted();
      failures.set(input.path, thrown);
      isSpoilt ||= taken > 0;
    }
  }
  const read = inputs.filter(({ path }) => spansOf.has(path));
  const summary = aggregator.finish();
  const { coverage: ofSpans } = summary;
  coverage.include(ofSpans);
  const findings = findingsOfTraces(
    { ...summary, coverage: coverage.coverage },
    {
      place: read.map(({ path }) => path).join(', '),
      sha256: sha256Hex(
        read
          .map(({ sha256 }) => sha256)
          .sort()
          .join('\n'),
      ),
    },
  );
  return { findings, spansOf, failures, isSpoilt };
}

/**
 * Reads files of traces into one summary. Where a file breaks off in the middle, its spans are in the summary already and
 * cannot be taken out: then all others are read again without it, until none breaks off any more.
 *
 * @param inputs - The files, sorted.
 * @param mapping - Of the columns of CSV files in another layout than Nezha's.
 * @param onFile - Told before each file.
 * @param signal - Ends it early, with its reason.
 */
export async function readTraces(
  inputs: readonly Input[],
  mapping: SpanCsvMapping | undefined,
  onFile: (input: Input) => void,
  signal: AbortSignal,
): Promise<TracesReading> {
  const failures = new Map<string, unknown>();
  for (;;) {
    const sound = inputs.filter(({ path }) => !failures.has(path));
    const { isSpoilt, ...reading } = await attempt(sound, mapping, onFile, signal);
    for (const [path, failure] of reading.failures) failures.set(path, failure);
    if (!isSpoilt) return { ...reading, failures };
  }
}
