import { lstatSync, readFileSync, renameSync, linkSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock, Logger } from '../kernel/index.ts';
import { codeOf, RegisteredError } from '../kernel/index.ts';
import type { DataDir } from './data-dir.ts';
import { fileFailure } from './file-failure.ts';
import { parsePostmaster } from './postmaster.ts';
import { clusterProcesses } from './server-processes.ts';
import { createTemporary } from './temporaries.ts';

/** What the mending needs of its caller. */
export interface MendOptions {
  readonly dir: DataDir;
  readonly clock: Clock;
  readonly log: Logger;
  /** Whether the cluster's server answers where it is expected. */
  readonly answers: () => Promise<boolean>;
}

/** A server writes its process id right after it made the file: milliseconds, and more on a machine under load. */
const blankPatienceMs = 3_000;

/** A process that uses the cluster and says so nowhere does not come round by itself. */
const usedPatienceMs = 10_000;

/** What tells this very file, as it is now, from any other. */
const identityOf = (file: string): string => {
  const { dev, ino, size, mtimeNs } = lstatSync(file, { bigint: true });
  return [dev, ino, size, mtimeNs].join(' ');
};

const lockFileOf = (dir: DataDir): string => join(dir.clusterDir, 'postmaster.pid');

/**
 * Looks for a `postmaster.pid` that names no process: a server that starts has not written it yet, or was killed before
 * it could, or the disk was full.
 *
 * @param dir - The data directory.
 * @returns What tells the file from others; `undefined` where there is none or it names a process.
 * @throws RegisteredError `data-dir-not-writable`, `data-dir-damaged`
 */
export function findBlankLockFile(dir: DataDir): string | undefined {
  const file = lockFileOf(dir);
  try {
    const identity = identityOf(file);
    return parsePostmaster(readFileSync(file, 'utf8')) === undefined ? identity : undefined;
  } catch (thrown) {
    if (codeOf(thrown) === 'ENOENT') return undefined;
    throw fileFailure(thrown, dir.path);
  }
}

/** Takes the file away, and never that of a server which another process started meanwhile. */
async function removeBlank(dir: DataDir, identity: string): Promise<void> {
  const file = lockFileOf(dir);
  const temporary = await createTemporary(dir.path, 'starting');
  const taken = join(temporary, 'postmaster.pid');
  try {
    // Without a pause between the look and the deed: a server needs longer to start than they take.
    if (findBlankLockFile(dir) !== identity) return;
    renameSync(file, taken);
    if (identityOf(taken) !== identity) linkSync(taken, file);
  } catch (thrown) {
    // Somebody else was faster.
    if (codeOf(thrown) !== 'ENOENT' && codeOf(thrown) !== 'EEXIST') throw fileFailure(thrown, dir.path);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/**
 * Removes a blank `postmaster.pid` that stays blank and that no server can be behind. PostgreSQL itself refuses to start
 * beside one for good.
 *
 * @param options - Where, the time, the log.
 * @returns To be called at each look that finds a blank file, with what `findBlankLockFile` returned; throws
 * RegisteredError `data-dir-damaged` where the cluster is in use all the same.
 */
export function createLockFileMender({ dir, clock, log, answers }: MendOptions): (identity: string) => Promise<void> {
  let seen: { readonly identity: string; readonly sinceMs: number } | undefined;
  return async (identity) => {
    const nowMs = clock.monotonicMs();
    if (seen?.identity !== identity) seen = { identity, sinceMs: nowMs };
    const blankForMs = nowMs - seen.sinceMs;
    if (blankForMs < blankPatienceMs) return;
    const users = await clusterProcesses(dir);
    if (users.length === 0 && !(await answers())) {
      log.warn('postmaster.pid names no process and no server runs: it is removed', { dataDir: dir.path });
      await removeBlank(dir, identity);
    } else if (blankForMs > usedPatienceMs) {
      const who = users.length === 0 ? 'its server answers' : `process ${users.join(', ')} uses the cluster`;
      const problem = `${lockFileOf(dir)} names no process, and yet ${who}; end that server, then remove the file`;
      throw new RegisteredError('data-dir-damaged', { path: dir.path, problem });
    }
  };
}
