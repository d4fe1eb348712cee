import { createInterface } from 'node:readline';
import { stripVTControlCharacters } from 'node:util';
import type { ClientStream } from './client-slice.ts';

interface ProgressLine {
  readonly stream?: string;
  readonly status?: string;
  readonly id?: string;
  readonly error?: string;
}

/**
 * Reads the engine's answer to a build or a pull to its end.
 *
 * @param stream - Lines of JSON.
 * @param onLine - Told each line that has words in it.
 * @returns The engine's reason where the work failed: it answers 200 and tells of the failure in the stream.
 */
export async function readProgress(stream: ClientStream, onLine: (line: string) => void): Promise<string | undefined> {
  let failure: string | undefined;
  for await (const text of createInterface({ input: stream })) {
    if (text.trim() === '') continue;
    const line = JSON.parse(text) as ProgressLine;
    failure = line.error ?? failure;
    const words = line.stream ?? (line.status === undefined ? '' : [line.id, line.status].filter(Boolean).join(': '));
    // The engine colours what a build writes to stderr.
    const parts = stripVTControlCharacters(words).split(/[\r\n]+/);
    for (const part of parts) if (part.trim() !== '') onLine(part.trimEnd());
  }
  return failure;
}
