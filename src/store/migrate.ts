import { createHash } from 'node:crypto';
import { RegisteredError } from '../kernel/index.ts';
import type { Database, Queryable } from './database.ts';
import type { DatabaseTarget } from './database-target.ts';
import type { Migration } from './migrations/index.ts';

/** What was applied, as the table `migration` remembers it. */
export interface AppliedMigration {
  readonly version: number;
  readonly name: string;
  readonly checksum: string;
}

const label = ({ version, name }: { version: number; name: string }): string =>
  `${String(version).padStart(4, '0')}-${name}`;

/**
 * The fingerprint of a migration's text.
 *
 * @param migration - The migration.
 */
export const checksumOf = (migration: Migration): string => createHash('sha256').update(migration.sql).digest('hex');

/**
 * Compares what was applied with what this version has.
 *
 * @param applied - In order of version.
 * @param known - All migrations of this version, in order.
 * @param target - Which database it is.
 * @returns The next migration to apply, or `undefined` where the tables are up to date.
 * @throws RegisteredError `database-schema-newer`, `database-schema-altered`
 */
export function nextMigration(
  applied: readonly AppliedMigration[],
  known: readonly Migration[],
  target: DatabaseTarget,
): Migration | undefined {
  for (const [index, done] of applied.entries()) {
    const ours = known[index];
    if (ours === undefined) {
      const latest = known.at(-1);
      throw new RegisteredError('database-schema-newer', {
        target: target.place,
        found: label(applied.at(-1) ?? done),
        accepted: latest === undefined ? 'none' : label(latest),
      });
    }
    if (ours.version !== done.version || checksumOf(ours) !== done.checksum) {
      throw new RegisteredError('database-schema-altered', { target: target.place, migration: label(done) });
    }
  }
  return known[applied.length];
}

async function readApplied(transaction: Queryable, schema: string): Promise<readonly AppliedMigration[]> {
  // An existing schema is not created again: that asks for a right even where there is nothing to do.
  const [found] = await transaction.query<{ schema: string | null; table: string | null }>(
    `select to_regnamespace(quote_ident($1))::text as schema,
            to_regclass(quote_ident($1) || '.migration')::text as table`,
    [schema],
  );
  if (found?.schema === null) await transaction.query(`create schema "${schema.replaceAll('"', '""')}"`);
  if (found?.table === null) {
    await transaction.query(`create table migration (
      version integer primary key,
      name text not null,
      checksum text not null,
      applied_at timestamptz not null default now()
    )`);
  }
  return transaction.query<AppliedMigration>('select version, name, checksum from migration order by version');
}

/**
 * Brings the tables to the form that this version knows, forward only. Each migration is a transaction under a lock on
 * the schema, so processes that start at once take turns, and a killed one leaves no half.
 *
 * @param database - The database.
 * @param schema - Backlot's schema; made where it does not exist.
 * @param known - All migrations of this version, in order.
 * @param target - What errors call the database.
 * @returns How many were applied.
 * @throws RegisteredError `database-schema-newer`, `database-schema-altered`, `database-privilege-missing`,
 * `database-unreachable`, `database-refused`, `disk-full`
 */
export async function migrate(
  database: Database,
  schema: string,
  known: readonly Migration[],
  target: DatabaseTarget,
): Promise<number> {
  for (let count = 0; ; count += 1) {
    const applied = await database.transaction(async (transaction) => {
      await transaction.query(`select pg_advisory_xact_lock(hashtextextended($1, 0))`, [`backlot migrates ${schema}`]);
      const next = nextMigration(await readApplied(transaction, schema), known, target);
      if (next === undefined) return false;
      await transaction.query(next.sql);
      await transaction.query('insert into migration (version, name, checksum) values ($1, $2, $3)', [
        next.version,
        next.name,
        checksumOf(next),
      ]);
      return true;
    });
    if (!applied) return count;
  }
}
