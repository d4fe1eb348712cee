import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { RegisteredError } from '../kernel/index.ts';
import type { DataDir } from './data-dir.ts';
import type { ProgramResult, ProgramUser } from './run-program.ts';
import { runProgram } from './run-program.ts';

/** An unprivileged user for the server to run as. */
export interface ServerUser extends ProgramUser {
  readonly name: string;
}

/** PostgreSQL's own user where a package made one (macOS names it with an underscore), else the one that owns nothing. */
const candidates = ['postgres', '_postgres', 'nobody'];

/** Asks a program of the system; one that was killed or is missing has answered nothing. */
async function ask(dir: DataDir, file: string, args: readonly string[], user?: ServerUser): Promise<ProgramResult> {
  const result = await runProgram(file, args, user);
  if (result.failure === undefined) return result;
  const lastLines = [`${file} ${args[0] ?? ''}: ${result.failure}`];
  throw new RegisteredError('postgres-not-starting', { path: dir.path, lastLines });
}

async function lookUp(dir: DataDir, name: string): Promise<ServerUser | undefined> {
  const uid = await ask(dir, 'id', ['-u', name]);
  const gid = await ask(dir, 'id', ['-g', name]);
  if (uid.exitCode !== 0 || gid.exitCode !== 0) return undefined;
  return { name, uid: Number(uid.stdout) >>> 0, gid: Number(gid.stdout) >>> 0 };
}

/**
 * The user that the server runs as: the own one, except for root, as whom PostgreSQL refuses to run.
 *
 * @param dir - The data directory; the owner of a cluster that exists is kept.
 * @returns `undefined` for the own user.
 * @throws RegisteredError `data-dir-damaged`, `postgres-not-starting`
 */
export async function findServerUser(dir: DataDir): Promise<ServerUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const owner = await stat(dir.clusterDir).catch(() => undefined);
  if (owner !== undefined) {
    if (owner.uid !== 0) return { name: `uid ${owner.uid}`, uid: owner.uid, gid: owner.gid };
    throw new RegisteredError('data-dir-damaged', {
      path: dir.path,
      problem: 'postgres/cluster belongs to root, as whom PostgreSQL refuses to run',
    });
  }
  for (const name of candidates) {
    const user = await lookUp(dir, name);
    if (user !== undefined) return user;
  }
  const lastLines = [`PostgreSQL refuses to run as root, and there is no user ${candidates.join(', ')} to run it as`];
  throw new RegisteredError('postgres-not-starting', { path: dir.path, lastLines });
}

/**
 * Refuses a data directory that the server's user cannot reach.
 *
 * @param dir - The data directory; it exists.
 * @param user - The server's user, or `undefined` for the own.
 * @throws RegisteredError `data-dir-not-traversable`, `postgres-not-starting`
 */
export async function checkTraversable(dir: DataDir, user: ServerUser | undefined): Promise<void> {
  if (user === undefined) return;
  const ancestors = [dir.path];
  while (ancestors[0] !== '/') ancestors.unshift(dirname(ancestors[0] ?? '/'));
  // Only that user can say: access lists and mount options do not show in the mode.
  const script = 'for at; do cd -- "$at" 2>/dev/null || { printf %s "$at"; exit 1; }; done';
  const tried = await ask(dir, '/bin/sh', ['-c', script, 'sh', ...ancestors], user);
  if (tried.exitCode === 0) return;
  throw new RegisteredError('data-dir-not-traversable', {
    path: dir.path,
    blockedAt: tried.stdout || dir.path,
    user: user.name,
  });
}
