/** @jest-environment ./testing/keep-on-failure-environment.mjs */
import { describe, expect, it } from '@jest/globals';
import { systemClock } from '../kernel/index.ts';
import { silentLog } from '../../testing/silent-log.ts';
import { useTestStore } from '../../testing/test-store.ts';
import type { OpenDatabase } from './database.ts';
import { openDatabase } from './database.ts';
import { migrate } from './migrate.ts';
import type { Migration } from './migrations/index.ts';
import { openStore } from './open-store.ts';

const store = useTestStore('migrate');
const target = { place: 'here', user: 'u', database: 'd' };

const one: Migration = { version: 1, name: 'one', sql: 'create table one (a int); insert into one values (1)' };
const two: Migration = { version: 2, name: 'two', sql: 'alter table one add b int; update one set b = a + 1' };
const failing: Migration = { version: 2, name: 'failing', sql: 'create table half (a int); select 1/0' };

const withSchema = async (
  name: string,
  test: (database: OpenDatabase, schema: string) => Promise<void>,
): Promise<void> => {
  const schema = `${store().schema}_${name}`;
  const database = openDatabase(store().url, target, schema, silentLog);
  try {
    await test(database, schema);
    await database.query(`drop schema "${schema}" cascade`);
  } finally {
    await database.close();
  }
};

describe('migrate', () => {
  it('goes forward, and does nothing the second time', () =>
    withSchema('forward', async (database, schema) => {
      expect(await migrate(database, schema, [one], target)).toBe(1);
      expect(await migrate(database, schema, [one, two], target)).toBe(1);
      expect(await migrate(database, schema, [one, two], target)).toBe(0);
      expect(await database.query('select a, b from one')).toEqual([{ a: 1, b: 2 }]);
    }));

  it('lets many start at once, and applies each once', () =>
    withSchema('at_once', async (database, schema) => {
      const counts = await Promise.all(Array.from({ length: 8 }, () => migrate(database, schema, [one, two], target)));
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(2);
      expect(await database.query('select version from migration order by version')).toEqual([
        { version: 1 },
        { version: 2 },
      ]);
    }));

  it('leaves no half of a migration that fails, and keeps those before it', () =>
    withSchema('half', async (database, schema) => {
      await expect(migrate(database, schema, [one, failing], target)).rejects.toMatchObject({
        code: 'database-refused',
        details: { sqlState: '22012' },
      });
      expect(await database.query(`select to_regclass('half')::text as half`)).toEqual([{ half: null }]);
      expect(await database.query('select version from migration')).toEqual([{ version: 1 }]);
      expect(await migrate(database, schema, [one, two], target)).toBe(1);
    }));

  it('refuses tables of a newer version, through the front door too', async () => {
    const schema = `${store().schema}_newer`;
    const open = (): ReturnType<typeof openStore> =>
      openStore({
        config: { dataDir: '/nonexistent', database: { url: store().url } },
        clock: systemClock,
        log: silentLog,
        schema,
      });
    const first = await open();
    await first.database.query(`insert into migration (version, name, checksum) values (999, 'later', 'x')`);
    await first.close();
    await expect(open()).rejects.toMatchObject({
      code: 'database-schema-newer',
      exitCode: 2,
      details: { found: '0999-later' },
    });
    await store().database.query(`update "${schema}".migration set checksum = 'y' where version = 1`);
    await expect(open()).rejects.toMatchObject({ code: 'database-schema-altered' });
    await store().database.query(`drop schema "${schema}" cascade`);
  });
});
