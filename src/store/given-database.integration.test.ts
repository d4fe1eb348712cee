/** @jest-environment ./testing/keep-on-failure-environment.mjs */
import { createServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { systemClock } from '../kernel/index.ts';
import { silentLog } from '../../testing/silent-log.ts';
import { useTestStore } from '../../testing/test-store.ts';
import { checkServer } from './check-server.ts';
import { openStore } from './open-store.ts';
import type { Store } from './open-store.ts';

const secret = 'hunter2-%26-secret';

// Jest runs these in the order in which they are declared: this one before the store is closed.
afterAll(async () => {
  silentServer.close();
  await store().database.query(`drop role ${role}`);
});

/** The embedded server serves as the given one. */
const store = useTestStore('given');

const openAt = (url: string, schema = store().schema): Promise<Store> =>
  openStore({ config: { dataDir: '/nonexistent', database: { url } }, clock: systemClock, log: silentLog, schema });

const withUrl = (change: (url: URL) => void): string => {
  const url = new URL(store().url);
  change(url);
  return url.href;
};

const failureOf = async (url: string, schema?: string): Promise<Error> => {
  const failure = await openAt(url, schema).then(
    () => new Error('it opened'),
    (thrown: unknown) => thrown as Error,
  );
  const told = `${failure.message} ${(failure as { remedy?: string }).remedy} ${JSON.stringify(failure)}`;
  expect(told).not.toContain('hunter2');
  expect(told).not.toContain(new URL(store().url).password);
  return failure;
};

/** A role of the file's own; names of roles are the whole server's. */
const role = `tester_${process.pid}`;
let silentServer: Server;

beforeAll(async () => {
  await store().database.query(`create role ${role} login password 'hunter2-&-secret'`);
  silentServer = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
  await new Promise((resolve) => silentServer.once('listening', resolve));
}, 60_000);

describe('a given database', () => {
  it('serves as the embedded one does, and is left running', async () => {
    const given = await openAt(store().url);
    expect(given.server).toMatchObject({ kind: 'given', place: `127.0.0.1:${new URL(store().url).port}/postgres` });
    await given.close();
    expect(await store().database.query('select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('refuses a wrong password', async () => {
    const url = withUrl((one) => (one.password = secret));
    expect(await failureOf(url)).toMatchObject({ code: 'database-login-refused', exitCode: 2 });
  });

  it('refuses no password', async () => {
    expect(await failureOf(withUrl((one) => (one.password = '')))).toMatchObject({ code: 'database-login-refused' });
  });

  it('refuses an unknown user', async () => {
    const url = withUrl((one) => (one.username = 'nobody_we_know'));
    expect(await failureOf(url)).toMatchObject({ code: 'database-login-refused', details: { user: 'nobody_we_know' } });
  });

  it('must have the database', async () => {
    const url = withUrl((one) => (one.pathname = '/no_such_database'));
    expect(await failureOf(url)).toMatchObject({ code: 'database-missing', details: { database: 'no_such_database' } });
  });

  it('must answer', async () => {
    const closed = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => closed.once('listening', resolve));
    const { port } = closed.address() as AddressInfo;
    await new Promise((resolve) => closed.close(resolve));
    const refused = withUrl((one) => (one.port = String(port)));
    expect(await failureOf(refused)).toMatchObject({
      code: 'database-unreachable',
      exitCode: 4,
      message: expect.stringContaining('ECONNREFUSED'),
    });
    const silent = withUrl((one) => (one.port = String((silentServer.address() as AddressInfo).port)));
    expect(await failureOf(silent)).toMatchObject({ code: 'database-unreachable' });
    const unknown = withUrl((one) => (one.hostname = 'no-such-host.invalid'));
    expect(await failureOf(unknown)).toMatchObject({ code: 'database-unreachable' });
  }, 30_000);

  it('must not keep silent for ever, and stops at once when it is told to', async () => {
    const mute = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => mute.once('listening', resolve));
    mute.on('connection', (socket) => socket.on('error', () => undefined));
    const url = withUrl((one) => (one.port = String((mute.address() as AddressInfo).port)));
    try {
      const startedMs = systemClock.monotonicMs();
      expect(await failureOf(url)).toMatchObject({
        code: 'database-unreachable',
        message: expect.stringContaining('timeout'),
      });
      expect(systemClock.monotonicMs() - startedMs).toBeLessThan(15_000);

      const stop = new Error('stop');
      const stopping = new AbortController();
      const opening = openStore({
        config: { dataDir: '/nonexistent', database: { url } },
        clock: systemClock,
        log: silentLog,
        signal: stopping.signal,
      });
      mute.once('connection', () => stopping.abort(stop));
      const abortedMs = systemClock.monotonicMs();
      await expect(opening).rejects.toBe(stop);
      expect(systemClock.monotonicMs() - abortedMs).toBeLessThan(3_000);
    } finally {
      mute.close();
    }
  }, 30_000);

  it.each([`mysql://u:${secret}@h/d`, `u:${secret}`, `//${secret}`, 'postgresql://u:hunter2%zz@h/d', ''])(
    'must be named by a PostgreSQL URL, of which no text is printed (%#)',
    async (url) => {
      expect(await failureOf(url)).toMatchObject({ code: 'database-url-invalid', exitCode: 2 });
    },
  );

  it('must let the user create what is kept there', async () => {
    const url = withUrl((one) => {
      one.username = role;
      one.password = secret;
    });
    expect(await failureOf(url, `${store().schema}_forbidden`)).toMatchObject({
      code: 'database-privilege-missing',
      details: { user: role },
      message: expect.stringContaining('permission denied'),
    });
  });

  it('must not be too old', async () => {
    const target = { place: 'h:1/d', user: 'u', database: 'd' };
    await expect(checkServer(store().database, target)).resolves.toMatchObject({ version: expect.any(String) });
    await expect(checkServer(store().database, target, 99)).rejects.toMatchObject({
      code: 'database-too-old',
      details: { minimum: '99' },
    });
  });
});
