import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import type { Stats } from 'node:fs';
import { RegisteredError } from '../../src/kernel/index.ts';

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'no such file',
  ENOTDIR: 'no such file: something on the way to it is no directory',
  EACCES: 'a file that this user may not read',
  EPERM: 'a file that this user may not read',
  ELOOP: 'symbolic links in a circle',
  ENAMETOOLONG: 'a path that is too long',
  EISDIR: 'a directory',
  ENXIO: 'a socket, or a pipe that nobody writes to',
};

/**
 * Says in words why a file could not be opened or read.
 *
 * @param path - As it was given.
 * @param thrown - What the file system threw.
 */
export function unreadable(path: string, thrown: unknown): RegisteredError {
  if (thrown instanceof RegisteredError) return thrown as RegisteredError;
  const { code = '', message } = thrown as NodeJS.ErrnoException;
  return new RegisteredError('input-unreadable', { path, found: reasons[code] ?? message }, { cause: thrown });
}

function kindOfFile(stats: Stats): string | undefined {
  if (stats.isFile()) return undefined;
  if (stats.isDirectory()) return 'a directory';
  if (stats.isFIFO()) return 'a pipe';
  return stats.isSocket() ? 'a socket' : 'a device';
}

/**
 * Opens a file for reading, whatever stands at the path: a pipe is not waited for.
 *
 * @param path - Of the file.
 * @throws RegisteredError `input-unreadable`
 */
export async function openFile(path: string): Promise<{ readonly handle: FileHandle; readonly stats: Stats }> {
  // A path with a zero byte is refused by Node itself, with an error that has no errno.
  let handle: FileHandle | undefined;
  try {
    handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const stats = await handle.stat();
    const found = kindOfFile(stats);
    if (found === undefined) return { handle, stats };
    throw new RegisteredError('input-unreadable', { path, found });
  } catch (thrown) {
    await handle?.close();
    throw unreadable(path, thrown);
  }
}

const pieceBytes = 2 ** 18;

/**
 * The first bytes of a file as they stand on disk. A file that grows meanwhile is read as far as it was at first, so that
 * its hash and its content agree.
 *
 * @param path - Of the file.
 * @param sizeBytes - How many.
 * @throws RegisteredError `input-unreadable`
 */
export async function* fileBytes(path: string, sizeBytes: number): AsyncGenerator<Buffer, void, undefined> {
  const { handle } = await openFile(path);
  try {
    for (let at = 0; at < sizeBytes;) {
      const { buffer, bytesRead } = await handle.read({
        buffer: Buffer.allocUnsafe(Math.min(pieceBytes, sizeBytes - at)),
        position: at,
      });
      if (bytesRead === 0) throw new RegisteredError('input-unreadable', { path, found: 'a file that became shorter' });
      at += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  } catch (thrown) {
    throw unreadable(path, thrown);
  } finally {
    await handle.close();
  }
}
