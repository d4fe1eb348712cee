import type { ClientConfig, PoolClient } from 'pg';
import { Client, Pool } from 'pg';
import type { Logger } from '../kernel/index.ts';
import { reasonOf, RegisteredError } from '../kernel/index.ts';
import { databaseFailure } from './database-failure.ts';
import type { DatabaseTarget } from './database-target.ts';

/** A value that a statement is given, or a column that it returns. */
export type SqlValue = string | number | boolean | Date | null | undefined | Uint8Array | readonly SqlValue[] | object;

/** Asks the database. */
export interface Queryable {
  /**
   * Runs one statement.
   *
   * @param sql - The statement, with `$1`, `$2` for its values; names without a schema are Backlot's own.
   * @param values - The values.
   * @returns The rows: `bigint` and `numeric` come as strings, `timestamptz` as `Date`, `jsonb` as its value.
   * @throws RegisteredError `database-unreachable`, `database-refused` (its `sqlState` says why),
   * `database-privilege-missing`, `disk-full`
   */
  query<Row extends object = never>(sql: string, values?: readonly SqlValue[]): Promise<readonly Row[]>;
}

/** The database as the rest of Backlot sees it. */
export interface Database extends Queryable {
  /**
   * Runs work that happens whole or not at all.
   *
   * @param work - Is given the transaction to ask; when it throws, nothing of it has happened. A statement that is
   * refused spoils the whole transaction, also where `work` catches the refusal.
   * @throws RegisteredError as `query`, `database-transaction-aborted`, and whatever `work` throws
   */
  transaction<Result>(work: (transaction: Queryable) => Promise<Result>): Promise<Result>;
}

/** A database with its connections, which must be closed. */
export interface OpenDatabase extends Database {
  /** Waits for the statements that run, then closes all connections. */
  close(): Promise<void>;
  /** Cuts the connections, whatever runs on them; `close` is still to be called. */
  abandon(): void;
}

/** Enough for one process on two cores; a server of 100 connections still serves several. */
const poolSize = 10;

/** A server that does not answer for this long is down; a busy one on a slow line may need some seconds. */
const connectTimeoutMs = 10_000;

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/**
 * Opens a pool of connections; the first statement shows whether the server can be reached.
 *
 * @param url - The server's URL; may hold a password.
 * @param target - What errors call it.
 * @param schema - Where names without a schema are looked up.
 * @param log - Told of idle connections that break.
 */
export function openDatabase(url: string, target: DatabaseTarget, schema: string, log: Logger): OpenDatabase {
  const clients = new Set<Client>();
  /** A connection that is cut also while it is being made. */
  class CuttableClient extends Client {
    constructor(config?: string | ClientConfig) {
      super(config);
      clients.add(this);
      this.once('end', () => clients.delete(this));
    }
  }
  const pool = new Pool({
    Client: CuttableClient,
    connectionString: url,
    application_name: 'backlot',
    max: poolSize,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    // eslint-disable-next-line @typescript-eslint/no-misused-promises -- the pool awaits it; its types do not say so
    onConnect: async (client) => {
      await client.query(`set search_path to ${quoted(schema)}`);
    },
  });
  // An idle connection that breaks is replaced at the next statement.
  pool.on('error', (error) => log.debug('an idle database connection broke', { reason: error.message }));

  const run = async <Row extends object>(
    on: Pool | PoolClient,
    sql: string,
    values: readonly SqlValue[] = [],
  ): Promise<readonly Row[]> => {
    try {
      return (await on.query<Row>(sql, [...values])).rows;
    } catch (thrown) {
      throw databaseFailure(thrown, target);
    }
  };

  /** After a refused statement PostgreSQL takes a commit without a complaint, rolls back and answers so. */
  const commit = async (client: PoolClient, refused: string): Promise<void> => {
    const answer = await client.query('commit').catch((thrown: unknown) => {
      throw databaseFailure(thrown, target);
    });
    if (answer.command === 'COMMIT') return;
    throw new RegisteredError('database-transaction-aborted', { target: target.place, refused });
  };

  const transaction = async <Result>(work: (transaction: Queryable) => Promise<Result>): Promise<Result> => {
    const client = await pool.connect().catch((thrown: unknown) => {
      throw databaseFailure(thrown, target);
    });
    // A connection that breaks while nothing is asked of it would otherwise end the process.
    const noticed = (error: Error): void => log.debug('a database connection broke', { reason: error.message });
    client.on('error', noticed);
    let broken = false;
    try {
      await run(client, 'begin');
      let refused = 'no statement of it was';
      const result = await work({
        query: (sql, values) =>
          run<never>(client, sql, values).catch((thrown: unknown) => {
            refused = reasonOf(thrown);
            throw thrown;
          }),
      });
      await commit(client, refused);
      return result;
    } catch (thrown) {
      broken = await client.query('rollback').then(
        () => false,
        () => true,
      );
      throw thrown;
    } finally {
      client.off('error', noticed);
      client.release(broken);
    }
  };

  const abandon = (): void => {
    for (const client of clients) client.connection.stream.destroy();
  };

  return { query: (sql, values) => run(pool, sql, values), transaction, close: () => pool.end(), abandon };
}
