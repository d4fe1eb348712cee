import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { DataDir } from './data-dir.ts';
import { fileFailure } from './file-failure.ts';
import { runProgram } from './run-program.ts';
import { codeOf } from '../kernel/index.ts';

/** What a running server, or one that was killed, wrote into its `postmaster.pid`. */
export interface Postmaster {
  readonly pid: number;
  /** `undefined` until the server has come that far. */
  readonly port: number | undefined;
  readonly ready: boolean;
}

/**
 * Reads a `postmaster.pid`: pid, directory, start time, port, socket directory, address, shared memory, state; one a
 * line (PostgreSQL's src/include/utils/pidfile.h). It is written line by line, so the last ones may be missing.
 *
 * @param text - The file's text.
 * @returns `undefined` where not even the pid is there.
 */
export function parsePostmaster(text: string): Postmaster | undefined {
  const lines = text.split('\n').map((line) => line.trim());
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  const port = Number(lines[3]);
  return { pid, port: Number.isInteger(port) && port > 0 ? port : undefined, ready: lines[7] === 'ready' };
}

/**
 * What the data directory's `postmaster.pid` says; it may be that of a server that was killed.
 *
 * @param dir - The data directory.
 * @returns `undefined` where there is none.
 * @throws RegisteredError `data-dir-not-writable`
 */
export async function readPostmaster(dir: DataDir): Promise<Postmaster | undefined> {
  try {
    return parsePostmaster(await readFile(join(dir.clusterDir, 'postmaster.pid'), 'utf8'));
  } catch (thrown) {
    if (codeOf(thrown) === 'ENOENT') return undefined;
    throw fileFailure(thrown, dir.path);
  }
}

/**
 * Whether two paths lead to the same directory.
 *
 * @param one - A path.
 * @param other - Another.
 */
export async function isSameDirectory(one: string, other: string): Promise<boolean> {
  const [first, second] = await Promise.all([one, other].map((path) => stat(path).catch(() => undefined)));
  return first !== undefined && second !== undefined && first.dev === second.dev && first.ino === second.ino;
}

/**
 * Whether the process is the server of this cluster: after a crash or a reboot its id may belong to any other process.
 *
 * @param dir - The data directory.
 * @param pid - The id from its `postmaster.pid`.
 */
export async function isPostmaster(dir: DataDir, pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch {
    // Not there, or another user's: the server runs as the owner of the cluster, whom we may signal.
    return false;
  }
  if (process.platform === 'linux') {
    // The server works in its cluster. A zombie and a process of another user have no directory to show.
    return isSameDirectory(`/proc/${pid}/cwd`, dir.clusterDir);
  }
  const asked = await runProgram('ps', ['-ww', '-o', 'command=', '-p', String(pid)], undefined);
  return asked.stdout.includes('postgres') && asked.stdout.includes(dir.clusterDir);
}
