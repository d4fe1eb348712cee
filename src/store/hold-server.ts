import { Client } from 'pg';
import type { Clock, Logger } from '../kernel/index.ts';
import { codeOf, reasonOf, RegisteredError } from '../kernel/index.ts';
import { createLockFileMender, findBlankLockFile } from './blank-lock-file.ts';
import type { DataDir } from './data-dir.ts';
import { checkClusterVersion } from './data-dir.ts';
import { findFreePort } from './free-port.ts';
import { fileFailure } from './file-failure.ts';
import { findPostgresBinaries } from './postgres-binaries.ts';
import { isPostmaster, isSameDirectory, readPostmaster } from './postmaster.ts';
import type { ServerAccess } from './server-access.ts';
import { readServerAccess, serverUrl } from './server-access.ts';
import { serverFailure } from './server-failure.ts';
import { servesSomebody } from './server-processes.ts';
import { checkTraversable, findServerUser } from './server-user.ts';
import { startServer } from './start-server.ts';
import { sweepTemporaries } from './temporaries.ts';

/** What holding the server needs of its caller. */
export interface HoldOptions {
  /** A data directory that holds a cluster. */
  readonly dir: DataDir;
  readonly clock: Clock;
  readonly log: Logger;
  /** Says what goes on, in a few words. */
  readonly progress: (state: string) => void;
  /** Stops the attaching. */
  readonly signal?: AbortSignal | undefined;
}

/** The embedded server, kept running for as long as this is held. */
export interface HeldServer {
  /** Holds the password. */
  readonly url: string;
  /** Lets go; the last process that does so stops the server, and waits until it has stopped. */
  release(): Promise<void>;
}

/** One number for all versions of Backlot: whoever holds it shared uses the server, whoever gets it alone stops it. */
const attachedLock = '720145201';

/** A server that shuts down or recovers takes seconds; this long without any change is a fault. */
const attachPatienceMs = 60_000;

const lookAgainMs = 50;

/** A local server greets in milliseconds; a foreign one on a reused port may never. */
const greetingTimeoutMs = 5_000;

type Attempt =
  | { readonly client: Client; readonly port: number }
  | 'wait'
  | { readonly blank: string }
  | { readonly stalePid: number | undefined };

async function tryConnect(access: ServerAccess, port: number): Promise<Client> {
  const client = new Client({
    connectionString: serverUrl(access, port),
    application_name: 'backlot (attached)',
    connectionTimeoutMillis: greetingTimeoutMs,
    keepAlive: true,
  });
  // Without a listener a connection that breaks later would end the process.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

async function closeQuietly(client: Client): Promise<void> {
  await client.end().catch(() => undefined);
}

/** The password proves the server ours, the directory that it is not that of a copy: both hold the same password. */
async function isOfThisCluster(client: Client, dir: DataDir): Promise<boolean> {
  const { rows } = await client.query<{ at: string }>(`select current_setting('data_directory') as at`);
  return isSameDirectory(rows[0]?.at ?? '', dir.clusterDir);
}

/** Attaches to the server that `postmaster.pid` names, or says whether to wait for it or to start one. */
async function tryAttach(dir: DataDir, access: ServerAccess): Promise<Attempt> {
  const postmaster = await readPostmaster(dir);
  if (postmaster === undefined) {
    const blank = findBlankLockFile(dir);
    return blank === undefined ? { stalePid: undefined } : { blank };
  }
  const { pid, port } = postmaster;
  const stale = { stalePid: pid };
  if (port === undefined) return (await isPostmaster(dir, pid)) ? 'wait' : stale;
  let client: Client | undefined;
  try {
    client = await tryConnect(access, port);
    if (!(await isOfThisCluster(client, dir))) {
      await closeQuietly(client);
      return stale;
    }
    const { rows } = await client.query<{ got: boolean }>(`select pg_try_advisory_lock_shared(${attachedLock}) as got`);
    if (rows[0]?.got === true) return { client, port };
    // The last one out holds it alone: the server is about to stop.
    await closeQuietly(client);
    return 'wait';
  } catch (thrown) {
    if (client !== undefined) await closeQuietly(client);
    if (!(await isPostmaster(dir, pid))) return stale;
    const sqlState = codeOf(thrown);
    if (sqlState !== undefined && /^28/.test(sqlState)) {
      throw new RegisteredError(
        'data-dir-damaged',
        { path: dir.path, problem: 'its server refuses the password in postgres/access.json' },
        { cause: thrown },
      );
    }
    return 'wait';
  }
}

/** Whether the server of this cluster answers on the port that it prefers, whatever its `postmaster.pid` says. */
async function answersOnItsPort(dir: DataDir, access: ServerAccess): Promise<boolean> {
  try {
    const client = await tryConnect(access, access.port);
    try {
      return await isOfThisCluster(client, dir);
    } finally {
      await closeQuietly(client);
    }
  } catch {
    return false;
  }
}

/** @param wantedPort - The port that a server is started on where it is free. */
async function attach(
  options: HoldOptions,
  access: ServerAccess,
  wantedPort: number,
): Promise<{ client: Client; port: number }> {
  const { dir, clock, log, progress, signal } = options;
  const givesUpAtMs = clock.monotonicMs() + attachPatienceMs;
  const mend = createLockFileMender({ dir, clock, log, answers: () => answersOnItsPort(dir, access) });
  let preferredPort: number | undefined = wantedPort;
  let said = '';
  let startedPid: number | undefined;
  try {
    for (;;) {
      // A server that was just started is attached to even then, because only who holds it can stop it for sure.
      if (startedPid === undefined) signal?.throwIfAborted();
      const attempt = await tryAttach(dir, access);
      if (attempt !== 'wait' && 'client' in attempt) return attempt;
      if (clock.monotonicMs() > givesUpAtMs) {
        throw serverFailure(dir, said, 'no connection after a minute; see postgres/server.log there');
      }
      if (attempt === 'wait' || 'blank' in attempt) {
        progress('waiting for the database');
        if (attempt !== 'wait') await mend(attempt.blank);
        await clock.sleep(lookAgainMs, signal);
        continue;
      }
      progress('starting the database');
      const outcome = await start(options, preferredPort, attempt.stalePid);
      said = outcome.said;
      startedPid = outcome.pid;
      if (outcome.state === 'port-taken') preferredPort = undefined;
      // Whatever is in the way needs a moment to go: no server is started over and over without a pause.
      if (outcome.said !== '') await clock.sleep(lookAgainMs);
    }
  } catch (thrown) {
    if (startedPid !== undefined) await stopStarted(startedPid, options, access);
    throw thrown;
  }
}

/** Stops the server that a failed attaching started, unless others use it by now. */
async function stopStarted(pid: number, options: HoldOptions, access: ServerAccess): Promise<void> {
  const postmaster = await readPostmaster(options.dir).catch(() => undefined);
  if (postmaster?.pid !== pid) return;
  const client = await tryConnect(access, postmaster.port ?? access.port).catch(() => undefined);
  if (client !== undefined) {
    await leave(client, options);
  } else if (!(await servesSomebody(pid))) {
    await stopServer(pid, options).catch((thrown: unknown) => {
      options.log.debug('the database was gone already', { reason: reasonOf(thrown) });
    });
  }
}

async function stopServer(pid: number, { dir, clock, log }: HoldOptions): Promise<void> {
  // SIGINT is PostgreSQL's fast shutdown: sessions end, everything is written.
  process.kill(pid, 'SIGINT');
  const givesUpAtMs = clock.monotonicMs() + attachPatienceMs;
  while ((await readPostmaster(dir))?.pid === pid) {
    if (clock.monotonicMs() > givesUpAtMs) {
      log.warn('the database has not stopped after a minute', { dataDir: dir.path });
      return;
    }
    await clock.sleep(lookAgainMs);
  }
}

async function start(
  { dir, clock, signal }: HoldOptions,
  preferredPort: number | undefined,
  stalePid: number | undefined,
): ReturnType<typeof startServer> {
  const user = await findServerUser(dir);
  await checkTraversable(dir, user);
  await sweepTemporaries(dir.path, clock);
  const binaries = await findPostgresBinaries(dir.serverDir, user).catch((thrown: unknown) => {
    throw fileFailure(thrown, dir.path);
  });
  await checkClusterVersion(dir, binaries.major);
  const port = await findFreePort(preferredPort);
  signal?.throwIfAborted();
  return startServer({ dir, binaries, user, port, stalePid, clock, signal });
}

/** Lets go of the server, and stops it where nobody else holds it. */
async function leave(client: Client, options: HoldOptions): Promise<void> {
  const { dir, log } = options;
  try {
    // First let go, then try to have it alone: two that leave at once would otherwise both see the other.
    await client.query(`select pg_advisory_unlock_shared(${attachedLock})`);
    const { rows } = await client.query<{ got: boolean }>(`select pg_try_advisory_lock(${attachedLock}) as got`);
    if (rows[0]?.got !== true) return;
    const postmaster = await readPostmaster(dir);
    if (postmaster === undefined) return;
    await stopServer(postmaster.pid, options);
  } catch (thrown) {
    // The server may have been stopped or killed meanwhile: then there is nothing to let go of.
    log.debug('the database was gone already', { reason: reasonOf(thrown) });
  } finally {
    await closeQuietly(client);
  }
}

/**
 * Attaches to the embedded server, which is started where it does not run, and keeps it running: killed from outside, it
 * is started again.
 *
 * @param options - Where, the time, the log.
 * @throws RegisteredError `data-dir-newer`, `data-dir-older`, `data-dir-damaged`, `data-dir-not-writable`,
 * `data-dir-not-traversable`, `disk-full`, `postgres-binaries-unusable`, `postgres-not-starting`,
 * `postgres-port-unavailable`
 */
export async function holdServer(options: HoldOptions): Promise<HeldServer> {
  const { dir, clock, log } = options;
  const access = await readServerAccess(dir);
  const leaving = new AbortController();
  const isLeaving = (): boolean => leaving.signal.aborted;
  let { client, port } = await attach(options, access, access.port);
  if (options.signal?.aborted === true) {
    await leave(client, options);
    throw options.signal.reason;
  }
  const url = serverUrl(access, port);
  let restoring: Promise<void> = Promise.resolve();

  const watch = (watched: Client): void => {
    watched.once('end', () => {
      if (!leaving.signal.aborted) restoring = restore();
    });
  };
  const restore = async (): Promise<void> => {
    log.warn('the database went away and is started again', { dataDir: dir.path });
    for (let pauseMs = 100; !leaving.signal.aborted; pauseMs = Math.min(pauseMs * 2, 30_000)) {
      try {
        ({ client, port } = await attach(
          { ...options, progress: () => undefined, signal: leaving.signal },
          access,
          port,
        ));
        watch(client);
        const moved = serverUrl(access, port) !== url;
        if (moved) log.error('the database is back on another port: this process cannot reach it', { port });
        return;
      } catch (thrown) {
        if (isLeaving()) return;
        log.error('the database cannot be started again', { reason: reasonOf(thrown) });
        await clock.sleep(pauseMs, leaving.signal);
      }
    }
  };
  watch(client);

  return {
    url,
    release: async () => {
      leaving.abort();
      await restoring;
      await leave(client, options);
    },
  };
}
