/** @jest-environment ./testing/keep-on-failure-environment.mjs */
import { describe, expect, it } from '@jest/globals';
import { useTestStore } from '../../testing/test-store.ts';

const store = useTestStore('database');

describe('the database', () => {
  it('gives rows for values, whatever they hold', async () => {
    const rows = await store().database.query<object>(
      'select $1::text as word, $2::int as number, $3::jsonb as value, $4::timestamptz as time, $5::text as nothing',
      [`'; drop table x; --`, 7, { a: [1, null] }, new Date(0), null],
    );
    expect(rows).toEqual([
      { word: `'; drop table x; --`, number: 7, value: { a: [1, null] }, time: new Date(0), nothing: null },
    ]);
  });

  it('does a transaction whole or not at all', async () => {
    const { database } = store();
    await database.query('create table whole (a int primary key)');
    await database.transaction((transaction) => transaction.query('insert into whole values (1)'));
    const stop = new Error('stop');
    await expect(
      database.transaction(async (transaction) => {
        await transaction.query('insert into whole values (2)');
        throw stop;
      }),
    ).rejects.toBe(stop);
    expect(await database.query('select a from whole')).toEqual([{ a: 1 }]);
  });

  it('does not call a transaction done that went on after a refused statement', async () => {
    const { database } = store();
    await database.query('create table spoiled (a int primary key)');
    await expect(
      database.transaction(async (transaction) => {
        await transaction.query('insert into spoiled values (1)');
        await transaction.query('insert into spoiled values (1)').catch(() => undefined);
        return 'done';
      }),
    ).rejects.toMatchObject({
      code: 'database-transaction-aborted',
      details: { refused: expect.stringContaining('duplicate key') },
    });
    expect(await database.query('select a from spoiled')).toEqual([]);
    await database.transaction((transaction) => transaction.query('insert into spoiled values (2)'));
    expect(await database.query('select a from spoiled')).toEqual([{ a: 2 }]);
  });

  it('says which rule a statement broke', async () => {
    const { database } = store();
    await database.query('create table strict (a int constraint only_once primary key)');
    await database.query('insert into strict values (1)');
    await expect(database.query('insert into strict values (1)')).rejects.toMatchObject({
      code: 'database-refused',
      details: { sqlState: '23505', constraint: 'only_once' },
    });
  });

  it('survives that the server throws its connections out', async () => {
    const { database } = store();
    await database.query('select 1');
    await expect(
      database.transaction(async (transaction) => {
        const [own] = await transaction.query<{ pid: number }>('select pg_backend_pid() as pid');
        await database.query('select pg_terminate_backend($1)', [own?.pid]);
        await transaction.query('select 1');
      }),
    ).rejects.toMatchObject({ code: 'database-unreachable' });
    expect(await database.query('select 1 as one')).toEqual([{ one: 1 }]);
  });
});

describe('tryLock', () => {
  it('gives a name to one at a time', async () => {
    const first = await store().tryLock('a');
    expect(first).toBeDefined();
    expect(await store().tryLock('a')).toBeUndefined();
    const other = await store().tryLock('b');
    expect(other).toBeDefined();
    await first?.release();
    const again = await store().tryLock('a');
    expect(again).toBeDefined();
    await again?.release();
    await other?.release();
  });

  it('takes the name again when the server throws its connection out', async () => {
    const { database } = store();
    const lock = await store().tryLock('c');
    const holders = (): Promise<readonly { pid: number }[]> =>
      database.query<{ pid: number }>(
        `select pid from pg_locks where locktype = 'advisory'
           and (classid::bigint << 32 | objid::bigint) = hashtextextended($1, 0)`,
        [`backlot/${store().schema}/c`],
      );
    const [before] = await holders();
    await database.query('select pg_terminate_backend($1)', [before?.pid]);
    for (;;) {
      const [after] = await holders();
      if (after !== undefined && after.pid !== before?.pid) break;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(await store().tryLock('c')).toBeUndefined();
    await lock?.release();
  }, 20_000);
});
