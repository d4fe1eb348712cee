import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { temporaryDir } from './temporary-dir.ts';

/** A small file system of its own. */
export interface SmallDisk {
  readonly path: string;
  unmount(): void;
}

/**
 * Mounts a file system of the given size.
 *
 * @param options - As `mount -o` takes them: `size=20m`, `ro`.
 * @returns `undefined` where this user may not mount.
 */
export function mountSmallDisk(options: string): SmallDisk | undefined {
  const path = join(temporaryDir('disk'), 'disk');
  mkdirSync(path);
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', path], { stdio: 'ignore' });
  const remove = (): void => rmSync(dirname(path), { recursive: true, force: true });
  if (mounted.status !== 0) {
    remove();
    return undefined;
  }
  return {
    path,
    unmount: () => {
      // Lazily: a killed server may hold it for a moment. What cannot be unmounted must not be removed.
      if (spawnSync('umount', ['-l', path], { stdio: 'ignore' }).status === 0) remove();
    },
  };
}

/** Whether this user may mount: root outside a confined container. */
export const canMount = ((): boolean => {
  const disk = mountSmallDisk('size=1m');
  disk?.unmount();
  return disk !== undefined;
})();
