import { hostname } from 'node:os';
import pg from 'pg';
import type { Clock, Logger } from '../../../../../src/kernel/index.ts';
import { DependencyError, durationMs, knob, secret, text, wholeNumber } from '../shared/index.ts';
import type { Configuration, DependencyFailure, ReadinessCheck } from '../shared/index.ts';

/** The knobs of a service that keeps connections to the database. */
export const databaseKnobs = {
  databaseHost: knob('SHOP_DATABASE_HOST', text),
  databaseName: knob('SHOP_DATABASE_NAME', text),
  databaseUser: knob('SHOP_DATABASE_USER', text),
  databasePassword: secret('SHOP_DATABASE_PASSWORD'),
  /** Connections of one instance at most; all instances together must fit the server's max_connections. */
  databasePoolSize: knob('SHOP_DATABASE_POOL_SIZE', wholeNumber(1, 500)),
  databaseAcquireTimeoutMs: knob('SHOP_DATABASE_ACQUIRE_TIMEOUT', durationMs),
  databaseStatementTimeoutMs: knob('SHOP_DATABASE_STATEMENT_TIMEOUT', durationMs),
};

/** A pool of connections to the shop's database. */
export interface Database {
  /**
   * @param sql - Text with `$1` parameters.
   * @param values - Their values.
   * @throws DependencyError where no connection is free or the server cannot be reached or is too slow.
   */
  query<Row extends pg.QueryResultRow>(sql: string, values: readonly unknown[]): Promise<readonly Row[]>;
  readonly readiness: ReadinessCheck;
  close(): Promise<void>;
}

/** A success this young answers for the database: a busy pool is load, and no reason to take an instance away. */
const recentSuccessMs = 2_000;
/** Beyond the server's own limit, for a server that no longer answers at all. */
export const unansweredMarginMs = 500;

function failureOf(thrown: unknown): DependencyFailure | undefined {
  const { code, message } = thrown as { code?: string; message: string };
  if (message.includes('timeout exceeded when trying to connect')) return 'saturated';
  if (code === '57014' || message.includes('timeout')) return 'timeout';
  if (code === '53300') return 'saturated';
  // Classes 08 (connection) and 57P (shutdown, crash, cannot connect now); capital E codes are the socket's.
  if (code !== undefined && /^(08|57P|E[A-Z])/.test(code)) return 'connection';
  return message.includes('Connection terminated') ? 'connection' : undefined;
}

/**
 * Opens a pool; connections are made when first needed, so that a service starts without its database.
 *
 * @param configuration - The values of `databaseKnobs`.
 * @param clock - Tells how old a success is.
 * @param log - Where lost connections are noted.
 */
export function openDatabase(configuration: Configuration<typeof databaseKnobs>, clock: Clock, log: Logger): Database {
  const pool = new pg.Pool({
    host: configuration.databaseHost,
    database: configuration.databaseName,
    user: configuration.databaseUser,
    password: configuration.databasePassword,
    max: configuration.databasePoolSize,
    connectionTimeoutMillis: configuration.databaseAcquireTimeoutMs,
    statement_timeout: configuration.databaseStatementTimeoutMs,
    query_timeout: configuration.databaseStatementTimeoutMs + unansweredMarginMs,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    application_name: `${process.env['OTEL_SERVICE_NAME'] ?? 'shop'}@${hostname()}`,
  });
  // Without a listener a connection lost while idle would end the process.
  pool.on('error', (thrown) => log.warn('database-connection-lost', { detail: thrown.message }));

  let succeededAtMs = -Infinity;
  const query = async <Row extends pg.QueryResultRow>(sql: string, values: readonly unknown[]): Promise<Row[]> => {
    try {
      const { rows } = await pool.query<Row>(sql, [...values]);
      succeededAtMs = clock.monotonicMs();
      return rows;
    } catch (thrown) {
      const failure = failureOf(thrown);
      if (failure === undefined) throw thrown;
      throw new DependencyError('database', failure, (thrown as Error).message, { cause: thrown });
    }
  };

  return {
    query,
    readiness: {
      name: 'database',
      check: async () => {
        if (clock.monotonicMs() - succeededAtMs > recentSuccessMs) await query('SELECT 1', []);
      },
    },
    close: () => pool.end(),
  };
}
