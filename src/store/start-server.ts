import { spawn } from 'node:child_process';
import { chown, open, readFile, rename, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../kernel/index.ts';
import { RegisteredError } from '../kernel/index.ts';
import type { DataDir } from './data-dir.ts';
import { fileFailure } from './file-failure.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';
import { readPostmaster } from './postmaster.ts';
import { asUser, postgresEnvironment } from './run-program.ts';
import { serverFailure } from './server-failure.ts';
import { servesSomebody } from './server-processes.ts';
import type { ServerUser } from './server-user.ts';
import { createTemporary } from './temporaries.ts';

/** How a server is started. */
export interface StartOptions {
  readonly dir: DataDir;
  readonly binaries: PostgresBinaries;
  readonly user: ServerUser | undefined;
  readonly port: number;
  /** A process that `postmaster.pid` names and that is known not to be the server. */
  readonly stalePid: number | undefined;
  readonly clock: Clock;
  /** Ends a server that is not up yet. */
  readonly signal?: AbortSignal | undefined;
}

/** What came of a start. */
export interface StartOutcome {
  /**
   * `running`: started, or another process was faster. `port-taken`: try another port. `not-yet`: what a killed server
   * left is in the way; try again shortly.
   */
  readonly state: 'running' | 'port-taken' | 'not-yet';
  /** What the server printed where it did not start. */
  readonly said: string;
  /** The process of the server that this start started. */
  readonly pid?: number | undefined;
}

/**
 * Recovery after a crash replays what is not yet in the tables, at most `max_wal_size` of it: seconds. A server that
 * is not up after this is stuck.
 */
const startPatienceMs = 120_000;

/** A server that nobody uses stops in a fraction of a second, a stuck one never. */
const stopPatienceMs = 10_000;

const lookAgainMs = 20;

/** What the server's lock file and first log lines need. */
const leastFreeBytes = 100_000;

/** Durability stays as PostgreSQL has it. The rest suits a server that is started often and serves one machine. */
const settings: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  // A socket's path may be 107 bytes at most, and a data directory's may be longer.
  unix_socket_directories: '',
  // Ten processes, each with two pools of ten: 200. Few fill both; beside its pools a process keeps three connections
  // (attached, its executor's lock, the engine's listener), and three of the server's are for its superuser.
  max_connections: '240',
  shared_buffers: '32MB',
  max_wal_size: '256MB',
  min_wal_size: '32MB',
  io_method: 'sync',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // The log lives as long as the server, so it holds what the server itself says; a failed statement is its client's.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
  log_autovacuum_min_duration: '-1',
};

/** The server's process, and why it ended once it has. */
interface Spawned {
  readonly pid: number | undefined;
  failure: string | undefined;
  stop(): void;
}

async function spawnServer(options: StartOptions, logFile: string): Promise<Spawned> {
  const { dir, binaries, user, port, stalePid } = options;
  const log = await open(logFile, 'a', 0o600);
  try {
    const flags = Object.entries({ ...settings, port: String(port) }).flatMap(([name, value]) => [
      '-c',
      `${name}=${value}`,
    ]);
    const child = spawn(binaries.postgres, ['-D', dir.clusterDir, ...flags], {
      ...asUser(user),
      cwd: '/',
      // PostgreSQL takes a pid file that names this process for stale, with all its other checks against a second
      // server kept. Removing the file ourselves would take those away.
      env: { ...postgresEnvironment, ...(stalePid === undefined ? {} : { PG_GRANDPARENT_PID: String(stalePid) }) },
      // A session of its own: Ctrl-C in the terminal ends Backlot, and Backlot ends the server.
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    });
    const spawned: Spawned = { pid: child.pid, failure: undefined, stop: () => void child.kill('SIGINT') };
    // Before anything is awaited: a server that loses the race ends within milliseconds.
    child.once('error', ({ message }) => (spawned.failure = message));
    child.once(
      'exit',
      (code, signal) =>
        (spawned.failure = signal === null ? `it ended with exit code ${code}` : `it was ended by ${signal}`),
    );
    child.unref();
    return spawned;
  } finally {
    await log.close();
  }
}

/** Root may start the server of a user: the log must stay that user's to write. */
async function keepLog(dir: DataDir, written: string): Promise<void> {
  if (process.getuid?.() === 0) {
    const owner = await stat(dir.path);
    await chown(written, owner.uid, owner.gid);
  }
  await rename(written, dir.logFile);
}

/** On a full disk the server cannot even write down that the disk is full. */
async function checkSpace(dir: DataDir): Promise<void> {
  const { bavail, bsize } = await statfs(dir.path);
  if (bavail * bsize > leastFreeBytes) return;
  const reason = `${bavail * bsize} bytes are free`;
  throw new RegisteredError('disk-full', { place: `PostgreSQL in ${dir.path}`, reason });
}

function outcomeOf(dir: DataDir, said: string, failure: string | undefined): StartOutcome {
  if (said.includes('lock file "postmaster.pid" already exists')) return { state: 'running', said };
  if (/lock file "postmaster.pid" is empty|pre-existing shared memory block/.test(said))
    return { state: 'not-yet', said };
  if (said.includes('Address already in use')) return { state: 'port-taken', said };
  if (said.includes('could not create any TCP/IP sockets')) {
    const reason = /could not bind[^\n]*/.exec(said)?.[0] ?? 'it cannot be bound';
    throw new RegisteredError('postgres-port-unavailable', { reason });
  }
  throw serverFailure(dir, said, failure);
}

/** Stops a server whose start failed here, unless another process uses it already. */
async function abandon(spawned: Spawned, clock: Clock): Promise<void> {
  const { pid } = spawned;
  const hasEnded = (): boolean => spawned.failure !== undefined;
  if (pid === undefined || hasEnded() || (await servesSomebody(pid))) return;
  spawned.stop();
  const givesUpAtMs = clock.monotonicMs() + stopPatienceMs;
  while (!hasEnded() && clock.monotonicMs() < givesUpAtMs) await clock.sleep(lookAgainMs);
}

/**
 * Starts the server and waits until it takes connections. Two processes may try at once: PostgreSQL lets one of them.
 *
 * @param options - The cluster, the programs, the port.
 * @throws RegisteredError `postgres-not-starting`, `postgres-port-unavailable`, `postgres-binaries-unusable`,
 * `disk-full`, `data-dir-not-writable`
 */
export async function startServer(options: StartOptions): Promise<StartOutcome> {
  const { dir, clock, signal } = options;
  let temporary: string | undefined;
  let spawned: Spawned | undefined;
  try {
    temporary = await createTemporary(dir.path, 'starting');
    const logFile = join(temporary, 'server.log');
    spawned = await spawnServer(options, logFile);
    const givesUpAtMs = clock.monotonicMs() + startPatienceMs;
    while (spawned.failure === undefined) {
      const postmaster = await readPostmaster(dir);
      if (postmaster?.pid === spawned.pid && postmaster?.ready === true) {
        await keepLog(dir, logFile);
        return { state: 'running', said: '', pid: spawned.pid };
      }
      if (clock.monotonicMs() > givesUpAtMs) {
        throw serverFailure(dir, await readFile(logFile, 'utf8'), 'it is not ready after two minutes');
      }
      if (signal?.aborted === true) spawned.stop();
      await clock.sleep(lookAgainMs);
    }
    signal?.throwIfAborted();
    const said = await readFile(logFile, 'utf8');
    if (said === '') await checkSpace(dir);
    return outcomeOf(dir, said, spawned.failure);
  } catch (thrown) {
    if (spawned !== undefined) await abandon(spawned, clock);
    throw fileFailure(thrown, dir.path);
  } finally {
    if (temporary !== undefined) await rm(temporary, { recursive: true, force: true });
  }
}
