import type { Config } from '../config/index.ts';
import type { Clock, Logger } from '../kernel/index.ts';
import { checkServer } from './check-server.ts';
import type { Database } from './database.ts';
import { openDatabase } from './database.ts';
import type { DatabaseTarget } from './database-target.ts';
import { parseDatabaseUrl } from './database-target.ts';
import type { HeldServer } from './hold-server.ts';
import { holdServer } from './hold-server.ts';
import { ensureCluster } from './initialise-cluster.ts';
import { migrate } from './migrate.ts';
import { migrations } from './migrations/index.ts';
import { embeddedDatabase } from './server-access.ts';
import type { LockWait, SessionLock } from './session-lock.ts';
import { trySessionLock } from './session-lock.ts';

/** What opening the store needs of its caller. */
export interface StoreOptions {
  readonly config: Pick<Config, 'dataDir' | 'database'>;
  readonly clock: Clock;
  readonly log: Logger;
  /** Told in a few words what goes on, such as `starting the database`. */
  readonly progress?: (state: string) => void;
  /** The schema that holds Backlot's tables. @defaultValue backlot */
  readonly schema?: string;
  /** Stops the opening: nothing half-made stays, the server is let go of. */
  readonly signal?: AbortSignal | undefined;
}

/** The open store. */
export interface Store {
  readonly database: Database;
  /** For the durable engine, which keeps connections of its own. Holds a password: never printed. */
  readonly url: string;
  readonly schema: string;
  readonly server: {
    readonly kind: 'embedded' | 'given';
    /** As the server says it: `18.4`. */
    readonly version: string;
    /** The data directory, or `host:port/database`: no secret. */
    readonly place: string;
  };
  /**
   * Takes a name that no other process on this database and schema then gets, until it is released or this one dies.
   *
   * @param name - What is locked; of several names the first that is free.
   * @param wait - How long to wait where somebody else has it.
   * @returns `undefined` where somebody else has it.
   * @throws RegisteredError `database-unreachable`; the signal's reason where it is aborted
   */
  tryLock(name: string | readonly string[], wait?: LockWait): Promise<SessionLock | undefined>;
  /** Closes the connections; the last process that uses the embedded server stops it. */
  close(): Promise<void>;
}

interface Backing {
  readonly kind: 'embedded' | 'given';
  readonly url: string;
  readonly target: DatabaseTarget;
  readonly held: HeldServer | undefined;
}

async function findServer({ config, clock, log, progress = () => undefined, signal }: StoreOptions): Promise<Backing> {
  const { url } = config.database;
  if (url !== undefined) return { kind: 'given', url, target: parseDatabaseUrl(url), held: undefined };
  const dir = await ensureCluster({ dataDir: config.dataDir, clock, progress, signal });
  const held = await holdServer({ dir, clock, log, progress, signal });
  const target = { place: dir.path, user: 'backlot', database: embeddedDatabase };
  return { kind: 'embedded', url: held.url, target, held };
}

/**
 * Opens the store: the embedded server in the data directory, initialised and started where needed, or the server that
 * the configuration names; checked, and with its tables brought up to date.
 *
 * @param options - The configuration, the time, the log.
 * @throws RegisteredError for the embedded server `data-dir-damaged`, `data-dir-newer`, `data-dir-not-directory`,
 * `data-dir-not-ours`, `data-dir-not-traversable`, `data-dir-not-writable`, `data-dir-older`, `data-dir-path-unusable`,
 * `disk-full`, `postgres-binaries-unusable`, `postgres-not-starting`, `postgres-port-unavailable`; for a given one
 * `database-login-refused`, `database-missing`, `database-privilege-missing`, `database-too-old`,
 * `database-unreachable`, `database-url-invalid`; for both `database-schema-altered`, `database-schema-newer`;
 * the signal's reason where it is aborted
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { clock, log, progress = () => undefined, schema = 'backlot', signal } = options;
  signal?.throwIfAborted();
  const { kind, url, target, held } = await findServer(options);
  const database = openDatabase(url, target, schema, log);
  const close = async (): Promise<void> => {
    await database.close();
    await held?.release();
  };
  const stop = (): void => database.abandon();
  signal?.addEventListener('abort', stop, { once: true });
  try {
    signal?.throwIfAborted();
    progress('checking the tables');
    const { version } = await checkServer(database, target);
    const applied = await migrate(database, schema, migrations, target);
    log.debug('the store is open', { place: target.place, version, migrationsApplied: applied });
    signal?.throwIfAborted();
    const tryLock: Store['tryLock'] = (name, wait) =>
      trySessionLock(
        [name].flat().map((one) => `backlot/${schema}/${one}`),
        { url, target, clock, log },
        wait,
      );
    return { database, url, schema, server: { kind, version, place: target.place }, tryLock, close };
  } catch (thrown) {
    await close();
    throw signal?.aborted === true ? signal.reason : thrown;
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}
