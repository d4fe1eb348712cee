import { Client } from 'pg';
import type { Clock, Logger } from '../kernel/index.ts';
import { databaseFailure } from './database-failure.ts';
import type { DatabaseTarget } from './database-target.ts';

/** A name that this process alone holds, across all processes and machines on the database. */
export interface SessionLock {
  /** Lets go. When the process is killed, the database does so by itself. */
  release(): Promise<void>;
}

/** What taking locks needs. */
export interface LockOptions {
  readonly url: string;
  readonly target: DatabaseTarget;
  readonly clock: Clock;
  readonly log: Logger;
}

/** A restarting server is back in about a second; asking more often would only fill the log. */
const retryMs = 500;

const connectTimeoutMs = 10_000;

/** Connects and takes the lock; `undefined` where somebody else has it. */
async function connectAndLock(url: string, name: string): Promise<Client | undefined> {
  const client = new Client({
    connectionString: url,
    application_name: 'backlot (lock)',
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
  });
  // Without a listener a connection that breaks later would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ got: boolean }>(
      'select pg_try_advisory_lock(hashtextextended($1, 0)) as got',
      [name],
    );
    if (rows[0]?.got === true) return client;
    await client.end();
    return undefined;
  } catch (thrown) {
    await client.end().catch(() => undefined);
    throw thrown;
  }
}

/**
 * Takes a lock for as long as this process lives or until it lets go. Where the server restarts under it, the lock is
 * taken again as soon as it is back; in between somebody else may have it, so what it guards must bear that.
 *
 * @param name - What is locked.
 * @param options - Where.
 * @returns `undefined` where somebody else has it.
 * @throws RegisteredError `database-unreachable`
 */
export async function trySessionLock(name: string, options: LockOptions): Promise<SessionLock | undefined> {
  const { url, target, clock, log } = options;
  const leaving = new AbortController();
  const first = await connectAndLock(url, name).catch((thrown: unknown) => {
    throw databaseFailure(thrown, target);
  });
  if (first === undefined) return undefined;
  let client: Client | undefined;
  let retaking: Promise<void> = Promise.resolve();

  const keep = (held: Client): void => {
    client = held;
    held.once('end', () => {
      client = undefined;
      if (!leaving.signal.aborted) retaking = retake();
    });
  };
  const retake = async (): Promise<void> => {
    while (!leaving.signal.aborted) {
      const again = await connectAndLock(url, name).catch(() => undefined);
      if (again !== undefined) {
        keep(again);
        return;
      }
      log.debug('a lock is not held again yet', { lock: name });
      await clock.sleep(retryMs, leaving.signal);
    }
  };
  keep(first);

  return {
    release: async () => {
      leaving.abort();
      await retaking;
      await client?.end().catch(() => undefined);
    },
  };
}
