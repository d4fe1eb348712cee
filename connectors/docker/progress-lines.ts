import { createInterface } from 'node:readline';
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
    for (const part of words.split(/[\r\n]+/)) if (part.trim() !== '') onLine(part.trimEnd());
  }
  return failure;
}
