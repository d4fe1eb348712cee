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

/** A file of traces, and of which system and day it is. */
export type TraceFile = Pick<Recording, 'file' | 'system' | 'day'>;

async function recordingOf(folder: string, { file, system, day }: TraceFile): Promise<Recording> {
  const spans: Span[] = [];
  const input = await openInput(join(folder, file));
  await readSpans(input, {
    onSpans: (read) => {
      for (const span of read) spans.push(span);
    },
    coverage: new CoverageCount(),
  });
  const requests = requestsOf(spans);
  const startMs = requests.reduce((first, { root }) => Math.min(first, root.startMs), Infinity);
  return { file, system, day, isFaultFree: file.split('/').at(-2) === 'normal', startMs, requests };
}

/** By where a file stands. */
function placed(path: string): TraceFile {
  const file = path.replaceAll(sep, '/');
  const [system = '', day = ''] = file.split('/');
  return { file, system, day };
}

/**
 * Reads all minutes of traces of a folder: those of `SYSTEM/DAY/fault/` and `SYSTEM/DAY/normal/`, and those that are listed.
 *
 * @param folder - Its path.
 * @param listed - Those of cases, wherever below the folder they stand.
 * @param onFile - Told of each before it is read.
 * @throws RegisteredError what reading a file throws.
 */
export async function readRecordings(
  folder: string,
  listed: readonly TraceFile[],
  onFile: (file: string) => Promise<void>,
): Promise<readonly Recording[]> {
  const found = globSync('*/*/{fault,normal}/*.csv{,.gz}', { cwd: folder }).map(placed);
  const files = new Map([...found, ...listed].map((each) => [each.file, each]));
  const recordings: Recording[] = [];
  for (const each of [...files.values()].sort((one, other) => compareText(one.file, other.file))) {
    await onFile(each.file);
    recordings.push(await recordingOf(folder, each));
  }
  return recordings;
}
