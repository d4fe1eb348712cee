import { entry } from './entry.ts';

/** What can be wrong with PostgreSQL, embedded or given, and with the durable engine on it. */
export const databaseErrors = {
  'postgres-binaries-unusable': entry<{ readonly platform: string; readonly reason: string }>({
    category: 'environment',
    httpStatus: 500,
    when: 'The PostgreSQL that comes with Backlot is missing for this platform, or does not run on it.',
    example: { platform: 'linux-x64', reason: 'initdb is not there' },
    message: ({ platform, reason }) =>
      `the PostgreSQL that comes with Backlot does not run here (${platform}): ${reason}`,
    remedy: () =>
      'Install again with `npm ci --include=optional`, or set DATABASE_URL to a PostgreSQL server of your own.',
  }),
  'postgres-not-starting': entry<{ readonly path: string; readonly lastLines: readonly string[] }>({
    category: 'environment',
    httpStatus: 500,
    when: 'The embedded PostgreSQL could not be initialised, started or reached.',
    example: { path: '/srv/backlot', lastLines: ['FATAL: could not create shared memory segment'] },
    message: ({ path, lastLines }) =>
      [`PostgreSQL does not start in ${path}; it last said:`, ...lastLines.map((line) => `  ${line}`)].join('\n'),
    remedy: () =>
      'Correct what the lines above name and run the command again; `backlot doctor` shows what is there. ' +
      'DATABASE_URL can point at another PostgreSQL meanwhile.',
  }),
  'postgres-port-unavailable': entry<{ readonly reason: string }>({
    category: 'environment',
    httpStatus: 500,
    when: 'The embedded PostgreSQL finds no port to listen on at 127.0.0.1.',
    example: { reason: 'no free port' },
    message: ({ reason }) => `PostgreSQL cannot listen on 127.0.0.1: ${reason}`,
    remedy: () => 'Check that the loopback interface is up and that free ports are left (`ss -ltn`), then try again.',
  }),
  'database-url-invalid': entry<{ readonly problem: string }>({
    category: 'operator',
    httpStatus: 500,
    when: 'The database URL is not one. Its text is never printed: it may hold a password.',
    example: { problem: 'it names no host' },
    message: ({ problem }) => `the database URL (DATABASE_URL or database.url) cannot be used: ${problem}`,
    remedy: () => 'Write it as postgresql://user:password@host:5432/database, special characters percent-encoded.',
  }),
  'database-unreachable': entry<{ readonly target: string; readonly reason: string }>({
    category: 'outside-system',
    httpStatus: 503,
    when: 'The database server does not answer, or the connection to it broke.',
    example: { target: 'db.example:5432/backlot', reason: 'connection refused' },
    message: ({ target, reason }) => `the database at ${target} cannot be reached: ${reason}`,
    remedy: () =>
      'Check that the server runs and that host and port are right, then run the command again. ' +
      'Without DATABASE_URL Backlot uses a PostgreSQL of its own.',
  }),
  'database-login-refused': entry<{ readonly target: string; readonly user: string; readonly reason: string }>({
    category: 'operator',
    httpStatus: 503,
    when: 'The database server refuses the user or the password.',
    example: { target: 'db.example:5432/backlot', user: 'backlot', reason: 'password authentication failed' },
    message: ({ target, user, reason }) => `the database at ${target} refuses user ${user}: ${reason}`,
    remedy: () => 'Correct user and password in DATABASE_URL; a special character in either must be percent-encoded.',
  }),
  'database-missing': entry<{ readonly target: string; readonly database: string }>({
    category: 'operator',
    httpStatus: 503,
    when: 'The database server has no database of the given name.',
    example: { target: 'db.example:5432/backlot', database: 'backlot' },
    message: ({ target, database }) => `the server at ${target} has no database ${JSON.stringify(database)}`,
    remedy: ({ database }) =>
      `Create it with \`createdb ${database}\`, or correct the name at the end of DATABASE_URL.`,
  }),
  'database-too-old': entry<{ readonly target: string; readonly found: string; readonly minimum: string }>({
    category: 'operator',
    httpStatus: 503,
    when: 'The database server is older than the oldest PostgreSQL that Backlot works with.',
    example: { target: 'db.example:5432/backlot', found: '12.4', minimum: '14' },
    message: ({ target, found, minimum }) =>
      `the server at ${target} is PostgreSQL ${found}; accepted: ${minimum} or newer`,
    remedy: () => 'Use a newer server, or leave out DATABASE_URL to use the PostgreSQL that comes with Backlot.',
  }),
  'database-privilege-missing': entry<{ readonly target: string; readonly user: string; readonly reason: string }>({
    category: 'operator',
    httpStatus: 503,
    when: 'The database user may not create or use what Backlot keeps there.',
    example: { target: 'db.example:5432/backlot', user: 'reader', reason: 'permission denied for database backlot' },
    message: ({ target, user, reason }) => `user ${user} lacks a right in the database at ${target}: ${reason}`,
    remedy: ({ user }) =>
      `As the owner of the database run: GRANT CREATE, CONNECT ON DATABASE <database> TO "${user}";`,
  }),
  'database-refused': entry<{ readonly sqlState: string; readonly reason: string; readonly constraint?: string }>({
    category: 'bug',
    httpStatus: 500,
    when: 'The database refused a statement of ours. Callers that expect it match its SQLSTATE.',
    example: { sqlState: '23505', reason: 'duplicate key value violates a unique constraint' },
    message: ({ sqlState, reason }) => `the database refused a statement (SQLSTATE ${sqlState}): ${reason}`,
    remedy: () => 'Run the command again with BACKLOT_LOG_LEVEL=debug and report what it prints: this is a defect.',
  }),
  'database-transaction-aborted': entry<{ readonly target: string; readonly refused: string }>({
    category: 'bug',
    httpStatus: 500,
    when: 'Work in a transaction went on after a refused statement, so the database rolled all of it back.',
    example: { target: 'db.example:5432/backlot', refused: 'duplicate key value violates a unique constraint' },
    message: ({ target, refused }) =>
      `the database at ${target} rolled a transaction back, because a statement in it had been refused: ${refused}`,
    remedy: () => 'Nothing of the transaction was kept. Report what this prints: this is a defect.',
  }),
  'database-schema-newer': entry<{ readonly target: string; readonly found: string; readonly accepted: string }>({
    category: 'operator',
    httpStatus: 503,
    when: 'The tables in the database were made by a newer version of Backlot.',
    example: { target: 'db.example:5432/backlot', found: '0007', accepted: '0003' },
    message: ({ target, found, accepted }) =>
      `the tables in ${target} are from a newer version of Backlot: found migration ${found}; accepted: up to ${accepted}`,
    remedy: () => 'Use the newer version of Backlot with this database: tables are never migrated backwards.',
  }),
  'database-schema-altered': entry<{ readonly target: string; readonly migration: string }>({
    category: 'operator',
    httpStatus: 503,
    when: 'A migration that was applied to the database is not the one that this version of Backlot has.',
    example: { target: 'db.example:5432/backlot', migration: '0001' },
    message: ({ target, migration }) =>
      `the tables in ${target} do not fit: migration ${migration} was applied with another text than this version has`,
    remedy: () => 'Use the version of Backlot that made the tables, or restore the database from a backup.',
  }),
  'durable-engine-not-starting': entry<{ readonly target: string; readonly reason: string }>({
    category: 'outside-system',
    httpStatus: 503,
    when: 'The engine for durable workflows cannot be launched on the database.',
    example: { target: 'db.example:5432/backlot', reason: 'too many connections' },
    message: ({ target, reason }) => `durable workflows cannot be started on the database at ${target}: ${reason}`,
    remedy: () =>
      'Check that the database user may create schemas and that the server takes connections, then run it again.',
  }),
  'durable-executor-lost': entry<{ readonly target: string; readonly executor: string }>({
    category: 'outside-system',
    httpStatus: 503,
    when: 'The database lost the session in which this process is an executor, and it could not become it again.',
    example: { target: 'db.example:5432/backlot', executor: 'executor-1' },
    message: ({ target, executor }) =>
      `this process is no longer ${executor} on the database at ${target}, so it starts no further step`,
    remedy: () =>
      'Run the command again: the work goes on after its last finished step, unless another process has it.',
  }),
} as const;
