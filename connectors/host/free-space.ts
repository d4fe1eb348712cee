import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';

/** What a path says that does not exist, or that cannot while its parents are as they are. */
const notThere: ReadonlySet<string | undefined> = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG']);

/**
 * The space that an unprivileged user may still fill on the file system of a path.
 *
 * @param path - Need not exist: its nearest existing parent counts.
 * @returns Bytes.
 */
export async function freeSpaceBytes(path: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(path);
    return bavail * bsize;
  } catch (thrown) {
    const parent = dirname(path);
    if (!notThere.has((thrown as NodeJS.ErrnoException).code) || parent === path) throw thrown;
    return freeSpaceBytes(parent);
  }
}
