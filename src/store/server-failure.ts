import { RegisteredError } from '../kernel/index.ts';
import type { DataDir } from './data-dir.ts';

/** Enough to hold PostgreSQL's message with its hint; more would hide it. */
const shownLines = 6;

/**
 * Says in registered words why initdb or the server failed, from what it printed.
 *
 * @param dir - The data directory.
 * @param output - All that it printed.
 * @param failure - Why it ended, where that is known and it may have printed nothing.
 */
export function serverFailure(dir: DataDir, output: string, failure?: string): RegisteredError {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  const full = lines.find((line) => /No space left on device|Disk quota exceeded/.test(line));
  if (full !== undefined) {
    return new RegisteredError('disk-full', { place: `PostgreSQL in ${dir.path}`, reason: full.trim() });
  }
  const lastLines = [...lines.slice(-shownLines), ...(failure === undefined ? [] : [failure])];
  return new RegisteredError('postgres-not-starting', {
    path: dir.path,
    lastLines: lastLines.length > 0 ? lastLines : ['(nothing)'],
  });
}
