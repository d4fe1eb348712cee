import { RegisteredError } from '../kernel/index.ts';
import type { Queryable } from './database.ts';
import type { DatabaseTarget } from './database-target.ts';

/** The oldest PostgreSQL that its makers still mend and that we take: 14 ended in November 2026. */
export const minimumServerMajor = 15;

/** What kind of server answers. */
export interface ServerFacts {
  /** As the server says it: `18.4`. */
  readonly version: string;
}

/**
 * Asks the server what it is.
 *
 * @param database - The server.
 * @param target - What errors call it.
 * @param minimumMajor - The oldest major version to accept.
 * @throws RegisteredError `database-too-old`, `database-unreachable`, `database-login-refused`, `database-missing`
 */
export async function checkServer(
  database: Queryable,
  target: DatabaseTarget,
  minimumMajor: number = minimumServerMajor,
): Promise<ServerFacts> {
  const [found] = await database.query<{ number: string; text: string }>(
    `select current_setting('server_version_num') as number, current_setting('server_version') as text`,
  );
  const version = found?.text.split(' ')[0] ?? 'unknown';
  if (Math.floor(Number(found?.number) / 10_000) >= minimumMajor) return { version };
  throw new RegisteredError('database-too-old', {
    target: target.place,
    found: version,
    minimum: String(minimumMajor),
  });
}
