import { globSync } from 'node:fs';
import { join, sep } from 'node:path';
import { openInput } from '../../connectors/files/index.ts';
import { readSpans } from '../../connectors/trace-files/index.ts';
import type { Span } from '../../connectors/spans/index.ts';
import { compareText, CoverageCount } from '../../src/kernel/index.ts';
import { requestsOf } from '../../twin/diagnosis/index.ts';
import type { RecordedRequest } from '../../twin/diagnosis/index.ts';

/** One minute of traces. */
export interface Recording {
  /** Relative to the folder, with slashes. */
  readonly file: string;
  readonly system: string;
  readonly day: string;
  readonly isFaultFree: boolean;
  /** When its first request began, in milliseconds since 1970. */
  readonly startMs: number;
  readonly requests: readonly RecordedRequest[];
}

async function recordingOf(folder: string, file: string): Promise<Recording> {
  const spans: Span[] = [];
  const input = await openInput(join(folder, file));
  await readSpans(input, {
    onSpans: (read) => {
      for (const span of read) spans.push(span);
    },
    coverage: new CoverageCount(),
  });
  const requests = requestsOf(spans);
  const [system = '', day = '', kind] = file.split('/');
  const startMs = requests.reduce((first, { root }) => Math.min(first, root.startMs), Infinity);
  return { file, system, day, isFaultFree: kind === 'normal', startMs, requests };
}

/**
 * Reads all minutes of traces of a folder: `SYSTEM/DAY/fault/` and `SYSTEM/DAY/normal/`.
 *
 * @param folder - Its path.
 * @param onFile - Told of each before it is read.
 * @throws RegisteredError what reading a file throws.
 */
export async function readRecordings(
  folder: string,
  onFile: (file: string) => Promise<void>,
): Promise<readonly Recording[]> {
  const files = globSync('*/*/{fault,normal}/*trace.csv{,.gz}', { cwd: folder }).map((file) =>
    file.replaceAll(sep, '/'),
  );
  const recordings: Recording[] = [];
  for (const file of files.sort(compareText)) {
    await onFile(file);
    recordings.push(await recordingOf(folder, file));
  }
  return recordings;
}
