import { chown, mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Clock } from '../kernel/index.ts';
import type { DataDir } from './data-dir.ts';
import { checkDataDirPath, createDataDir, dataDirAt, inspectDataDir, removeCreated, writeMarker } from './data-dir.ts';
import { fileFailure } from './file-failure.ts';
import { findFreePort } from './free-port.ts';
import { findPostgresBinaries } from './postgres-binaries.ts';
import { runProgram } from './run-program.ts';
import { createServerAccess, writeServerAccess } from './server-access.ts';
import { serverFailure } from './server-failure.ts';
import type { ServerUser } from './server-user.ts';
import { checkTraversable, findServerUser } from './server-user.ts';
import { createTemporary, sweepTemporaries } from './temporaries.ts';
import { codeOf } from '../kernel/index.ts';

/** What initialising needs of its caller. */
export interface InitialiseOptions {
  /** The data directory, absolute; made where it does not exist. */
  readonly dataDir: string;
  readonly clock: Clock;
  /** Says what goes on, in a few words. */
  readonly progress: (state: string) => void;
  /** Stops the initialising; nothing half-made stays. */
  readonly signal?: AbortSignal | undefined;
}

/** One process initialises while the others wait. After this long they stop waiting for one that seems stuck. */
const patienceMs = 30_000;

/** How often those who wait look: well below what initialising takes. */
const lookAgainMs = 50;

/** A directory that vanishes more often than this is removed by something else than a process of ours that failed. */
const mostAttempts = 5;

/** Locale and encoding come from PostgreSQL itself, so that a cluster is the same on every system. */
const initdbOptions = [
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--auth=scram-sha-256',
  '--no-instructions',
];

async function fillTemporary(
  dir: DataDir,
  temporary: string,
  user: ServerUser | undefined,
  signal?: AbortSignal,
): Promise<void> {
  const access = createServerAccess(await findFreePort());
  const cluster = join(temporary, 'cluster');
  const passwordFile = join(temporary, 'password');
  await mkdir(cluster, { mode: 0o700 });
  await writeFile(passwordFile, `${access.password}\n`, { mode: 0o600 });
  if (user !== undefined) {
    await chown(cluster, user.uid, user.gid);
    await chown(passwordFile, user.uid, user.gid);
  }
  const { initdb } = await findPostgresBinaries(temporary, user);
  const options = [`--pgdata=${cluster}`, `--username=${access.user}`, `--pwfile=${passwordFile}`, ...initdbOptions];
  const ended = await runProgram(initdb, options, user, signal);
  signal?.throwIfAborted();
  if (ended.exitCode !== 0) throw serverFailure(dir, `${ended.stdout}\n${ended.stderr}`, ended.failure);
  await rm(passwordFile);
  await writeServerAccess(join(temporary, 'access.json'), access);
}

/** Resolves when it is this process's turn (`true`), or another has finished (`false`). */
async function awaitTurn(dir: DataDir, temporary: string, clock: Clock, signal?: AbortSignal): Promise<boolean> {
  const givesUpAtMs = clock.monotonicMs() + patienceMs;
  for (;;) {
    signal?.throwIfAborted();
    if ((await inspectDataDir(dir)) === 'initialised') return false;
    const initialising = (await sweepTemporaries(dir.path, clock)).filter((path) => path.includes('/.initialising-'));
    // A courtesy, not a lock: two may go at once, and the rename decides.
    if (initialising[0] === temporary || clock.monotonicMs() > givesUpAtMs) return true;
    await clock.sleep(lookAgainMs, signal);
  }
}

async function initialise(dir: DataDir, { clock, progress, signal }: InitialiseOptions): Promise<void> {
  const user = await findServerUser(dir);
  await checkTraversable(dir, user);
  const temporary = await createTemporary(dir.path, 'initialising');
  try {
    progress('initialising the database');
    if (!(await awaitTurn(dir, temporary, clock, signal))) return;
    await fillTemporary(dir, temporary, user, signal);
    // The marker first: a process killed between the two leaves a directory that is ours and empty.
    await writeMarker(dir, temporary);
    await rename(temporary, dir.serverDir);
  } catch (thrown) {
    const code = codeOf(thrown);
    // Another process was faster; its cluster is as good.
    if ((code === 'ENOTEMPTY' || code === 'EEXIST') && (await inspectDataDir(dir)) === 'initialised') return;
    throw thrown;
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/**
 * Makes sure that the data directory is ours and holds a cluster. It appears whole or not at all; processes that start
 * at once do no harm, and what killed ones left behind is removed.
 *
 * @param options - Where, and the time.
 * @returns The data directory by its real path.
 * @throws RegisteredError `data-dir-not-directory`, `data-dir-not-ours`, `data-dir-not-writable`,
 * `data-dir-not-traversable`, `data-dir-newer`, `data-dir-damaged`, `data-dir-path-unusable`, `disk-full`,
 * `postgres-binaries-unusable`, `postgres-not-starting`, `postgres-port-unavailable`
 */
export async function ensureCluster(options: InitialiseOptions): Promise<DataDir> {
  for (let attempt = 1; ; attempt += 1) {
    const dir = await tryEnsureCluster(options, attempt === mostAttempts);
    if (dir !== undefined) return dir;
  }
}

/** `undefined` where another process that failed removed the directory that it had made, and we were about to use. */
async function tryEnsureCluster(options: InitialiseOptions, isLast: boolean): Promise<DataDir | undefined> {
  const wanted = resolve(options.dataDir);
  checkDataDirPath(wanted);
  const found = await stat(wanted).catch(() => undefined);
  // Looked at before it is touched: what is not ours stays as it is.
  if (found !== undefined) await inspectDataDir(dataDirAt(wanted));
  const { dir, created } = await createDataDir(wanted);
  try {
    if ((await inspectDataDir(dir)) === 'empty') await initialise(dir, options);
    return dir;
  } catch (thrown) {
    await removeCreated(created);
    const vanished = codeOf(thrown) === 'ENOENT' && (await stat(dir.path).catch(() => undefined)) === undefined;
    if (vanished && !isLast) return undefined;
    throw fileFailure(thrown, dir.path);
  }
}
