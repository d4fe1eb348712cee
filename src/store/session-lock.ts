import { Client } from 'pg';
import type { Clock, Logger } from '../kernel/index.ts';
import { databaseFailure } from './database-failure.ts';
import type { DatabaseTarget } from './database-target.ts';

/** A name that this process alone holds, across all processes and machines on the database. */
export interface SessionLock {
  /** Which name it is. */
  readonly name: string;
  /**
   * Has the server confirm that the name is held; after a lost session that is so once it is taken again.
   *
   * @param patienceMs - How long to wait for that.
   * @returns Whether it is held; `false` also where it is let go of meanwhile.
   */
  isHeld(patienceMs: number): Promise<boolean>;
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

/** How to wait for a lock that somebody else has. */
export interface LockWait {
  /** How long. @defaultValue 0: one look */
  readonly patienceMs?: number;
  /** Ends the wait early. */
  readonly signal?: AbortSignal | undefined;
}

/** A restarting server is back in about a second; asking more often would only fill the log. */
const retryMs = 500;

/** Whoever waits asks on one connection: a look costs a round trip, and what is waited for takes about a second. */
const lookAgainMs = 100;

const connectTimeoutMs = 10_000;

/** A statement of a lock takes microseconds; a session that does not answer for this long is taken for lost. */
const answerTimeoutMs = 10_000;

interface Taken {
  readonly client: Client;
  readonly name: string;
}

async function takeFirst(client: Client, names: readonly string[]): Promise<string | undefined> {
  for (const name of names) {
    const { rows } = await client.query<{ got: boolean }>(
      'select pg_try_advisory_lock(hashtextextended($1, 0)) as got',
      [name],
    );
    if (rows[0]?.got === true) return name;
  }
  return undefined;
}

/** Connects once and takes the first name that is free; `undefined` where somebody else has each of them. */
async function connectAndLock(
  { url, clock }: LockOptions,
  names: readonly string[],
  { patienceMs = 0, signal }: LockWait = {},
): Promise<Taken | undefined> {
  signal?.throwIfAborted();
  const client = new Client({
    connectionString: url,
    application_name: 'backlot (lock)',
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: answerTimeoutMs,
    keepAlive: true,
  });
  // Without a listener a connection that breaks later would end the process.
  client.on('error', () => undefined);
  const stop = (): void => void client.end().catch(() => undefined);
  signal?.addEventListener('abort', stop, { once: true });
  try {
    await client.connect();
    const givesUpAtMs = clock.monotonicMs() + patienceMs;
    for (;;) {
      const name = await takeFirst(client, names);
      signal?.throwIfAborted();
      if (name !== undefined) return { client, name };
      if (clock.monotonicMs() >= givesUpAtMs) break;
      await clock.sleep(lookAgainMs, signal);
    }
    await client.end();
    return undefined;
  } catch (thrown) {
    await client.end().catch(() => undefined);
    throw signal?.aborted === true ? signal.reason : thrown;
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}

/**
 * Takes the first free one of some names for as long as this process lives or until it lets go. Where the server
 * restarts under it, the same name is taken again as soon as it is back; in between somebody else may have it, so what
 * it guards asks `isHeld`.
 *
 * @param names - What is locked, in order of preference.
 * @param options - Where.
 * @param wait - How long to wait where somebody else has all of them.
 * @returns `undefined` where somebody else has each of them.
 * @throws RegisteredError `database-unreachable`; the signal's reason where it is aborted
 */
export async function trySessionLock(
  names: readonly string[],
  options: LockOptions,
  wait: LockWait = {},
): Promise<SessionLock | undefined> {
  const { target, clock, log } = options;
  const leaving = new AbortController();
  const first = await connectAndLock(options, names, wait).catch((thrown: unknown) => {
    throw wait.signal?.aborted === true ? thrown : databaseFailure(thrown, target);
  });
  if (first === undefined) return undefined;
  const { name } = first;
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
      const again = await connectAndLock(options, [name], { signal: leaving.signal }).catch(() => undefined);
      if (again !== undefined) {
        keep(again.client);
        return;
      }
      log.debug('a lock is not held again yet', { lock: name });
      await clock.sleep(retryMs, leaving.signal);
    }
  };
  keep(first.client);

  const confirms = async (asked: Client): Promise<boolean> => {
    try {
      await asked.query('select 1');
      return asked === client;
    } catch {
      // Its end has the name taken again.
      await asked.end().catch(() => undefined);
      return false;
    }
  };

  return {
    name,
    isHeld: async (patienceMs) => {
      const givesUpAtMs = clock.monotonicMs() + patienceMs;
      while (!leaving.signal.aborted) {
        if (client !== undefined && (await confirms(client))) return true;
        if (clock.monotonicMs() >= givesUpAtMs) return false;
        await clock.sleep(lookAgainMs, leaving.signal);
      }
      return false;
    },
    release: async () => {
      leaving.abort();
      await retaking;
      await client?.end().catch(() => undefined);
    },
  };
}
