/** @jest-environment ./testing/keep-on-failure-environment.mjs */
import { spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { systemClock } from '../kernel/index.ts';
import { itWhere } from '../../testing/it-where.ts';
import type { BacklotProcess } from '../../testing/backlot-process.ts';
import { killProcesses, startProcess } from '../../testing/backlot-process.ts';
import { disposeDataDir, isAlive, postmasterPid, until } from '../../testing/embedded-server.ts';
import { silentLog } from '../../testing/silent-log.ts';
import { temporaryDir } from '../../testing/temporary-dir.ts';
import { openStore } from './open-store.ts';
import type { Store } from './open-store.ts';

const isRoot = process.getuid?.() === 0;
const nobody = 65_534;

/** A closed clone, as below /root, cannot be run by another user at all. */
const otherUserReadsUs =
  isRoot && spawnSync('/bin/ls', [import.meta.dirname], { uid: nobody, gid: nobody, stdio: 'ignore' }).status === 0;

const dirs: string[] = [];
const makeDir = (): string => {
  const dir = temporaryDir('store');
  dirs.push(dir);
  return dir;
};

afterEach(async () => {
  killProcesses();
  for (const dir of dirs.splice(0)) await disposeDataDir(dir);
}, 30_000);

const openIn = (dataDir: string): Promise<Store> =>
  openStore({ config: { dataDir, database: { url: undefined } }, clock: systemClock, log: silentLog });

const startHolder = (dataDir: string, user: { uid?: number; gid?: number } = {}): BacklotProcess =>
  startProcess('testing/store-process.ts', { args: [dataDir], ...user });

interface Opened {
  readonly place: string;
  readonly started: string;
}

describe('openStore', () => {
  it.each(['initialising the database', 'starting the database', 'checking the tables'])(
    'stops when it is aborted at "%s", leaves nothing half-made, and works the next time',
    async (at) => {
      const dataDir = join(makeDir(), 'data');
      const stop = new Error('stop');
      const stopping = new AbortController();
      const opening = openStore({
        config: { dataDir, database: { url: undefined } },
        clock: systemClock,
        log: silentLog,
        signal: stopping.signal,
        progress: (state) => {
          if (state === at) stopping.abort(stop);
        },
      });
      await expect(opening).rejects.toBe(stop);
      expect(postmasterPid(dataDir)).toBeUndefined();
      expect(existsSync(dataDir)).toBe(at !== 'initialising the database');
      if (existsSync(dataDir)) expect(readdirSync(dataDir).filter((name) => name.startsWith('.'))).toEqual([]);

      const store = await openIn(dataDir);
      expect(await store.database.query('select 1 as one')).toEqual([{ one: 1 }]);
      await store.close();
    },
    60_000,
  );

  it('initialises an odd data directory, keeps what is written, and stops the server when the last one leaves', async () => {
    const dataDir = join(makeDir(), 'grün und\u00a0weiß "\'', 'x'.repeat(200), 'data');
    const store = await openIn(dataDir);
    expect(store.server).toMatchObject({ kind: 'embedded', place: dataDir });
    await store.database.query('create table kept (word text)');
    await store.database.query('insert into kept values ($1)', ['ä€𝄞']);
    const pid = postmasterPid(dataDir);
    await store.close();
    expect(pid).toBeDefined();
    await until(() => !isAlive(pid!));
    expect(postmasterPid(dataDir)).toBeUndefined();

    const again = await openIn(dataDir);
    expect(await again.database.query('select word from kept')).toEqual([{ word: 'ä€𝄞' }]);
    await again.close();
  }, 30_000);

  it('keeps the login where only its owner reads it, and fsync on', async () => {
    const dataDir = join(makeDir(), 'data');
    const store = await openIn(dataDir);
    expect(statSync(join(dataDir, 'postgres', 'access.json')).mode & 0o777).toBe(0o600);
    expect(statSync(join(dataDir, 'postgres', 'cluster')).mode & 0o777).toBe(0o700);
    const [settings] = await store.database.query<object>(
      `select current_setting('fsync') as fsync, current_setting('full_page_writes') as pages,
              current_setting('synchronous_commit') as commit, current_setting('listen_addresses') as addresses,
              current_setting('unix_socket_directories') as sockets, current_setting('server_encoding') as encoding,
              current_setting('timezone') as zone`,
    );
    expect(settings).toEqual({
      fsync: 'on',
      pages: 'on',
      commit: 'on',
      addresses: '127.0.0.1',
      sockets: '',
      encoding: 'UTF8',
      zone: 'UTC',
    });
    await store.close();
  }, 30_000);

  it('lets ten processes start at once on nothing: all succeed, and one server serves them', async () => {
    const dataDir = join(makeDir(), 'data');
    const processes = Array.from({ length: 10 }, () => startHolder(dataDir));
    const opened = await Promise.all(processes.map((one) => one.said<Opened>('open')));
    expect(new Set(opened.map(({ started }) => started)).size).toBe(1);
    expect(readdirSync(dataDir).sort()).toEqual(['backlot.json', 'postgres']);
    const pid = postmasterPid(dataDir)!;

    // All at once as well: exactly the last one stops the server.
    for (const { child } of processes) child.kill('SIGTERM');
    await Promise.all(processes.map((one) => one.said('closed')));
    await until(() => !isAlive(pid));
    expect(postmasterPid(dataDir)).toBeUndefined();
  }, 60_000);

  it('attaches to a running server, and the first to leave does not stop it', async () => {
    const dataDir = join(makeDir(), 'data');
    const first = startHolder(dataDir);
    const { started } = await first.said<Opened>('open');
    const store = await openIn(dataDir);
    first.child.kill('SIGTERM');
    await first.said('closed');
    const rows = await store.database.query<object>('select pg_postmaster_start_time()::text as started');
    expect(rows).toEqual([{ started }]);
    await store.close();
    expect(postmasterPid(dataDir)).toBeUndefined();
  }, 30_000);

  it('attaches to the server that a killed process left, and stops it', async () => {
    const dataDir = join(makeDir(), 'data');
    const killed = startHolder(dataDir);
    const { started } = await killed.said<Opened>('open');
    killed.child.kill('SIGKILL');
    await killed.ended;
    expect(isAlive(postmasterPid(dataDir)!)).toBe(true);
    const store = await openIn(dataDir);
    const rows = await store.database.query<object>('select pg_postmaster_start_time()::text as started');
    expect(rows).toEqual([{ started }]);
    await store.close();
    expect(postmasterPid(dataDir)).toBeUndefined();
  }, 30_000);

  it('starts a server that was killed again, whoever has its process id by now', async () => {
    const dataDir = join(makeDir(), 'data');
    const store = await openIn(dataDir);
    await store.database.query('create table kept as select 1 as one');
    const pidFile = join(dataDir, 'postgres', 'cluster', 'postmaster.pid');
    const pidText = readFileSync(pidFile, 'utf8');
    const owner = statSync(pidFile);
    await store.close();

    // As after a reboot: the file is there, and its process id is that of something else of the same user.
    const stranger = spawn('sleep', ['600'], { uid: owner.uid, gid: owner.gid, stdio: 'ignore' });
    try {
      writeFileSync(pidFile, pidText.replace(/^\d+/, String(stranger.pid)), { mode: 0o600 });
      chownSync(pidFile, owner.uid, owner.gid);
      const again = await openIn(dataDir);
      expect(await again.database.query('select one from kept')).toEqual([{ one: 1 }]);
      expect(postmasterPid(dataDir)).not.toBe(stranger.pid);
      await again.close();
      expect(isAlive(stranger.pid!)).toBe(true);
    } finally {
      stranger.kill('SIGKILL');
    }
  }, 30_000);

  it.each([
    ['an empty', ''],
    ['a partial', '\n'],
  ])(
    'starts where a killed server left %s postmaster.pid, also for several at once',
    async (_, text) => {
      const dataDir = join(makeDir(), 'data');
      const store = await openIn(dataDir);
      await store.database.query('create table kept as select 1 as one');
      const cluster = join(dataDir, 'postgres', 'cluster');
      await store.close();
      writeFileSync(join(cluster, 'postmaster.pid'), text, { mode: 0o600 });
      chownSync(join(cluster, 'postmaster.pid'), statSync(cluster).uid, statSync(cluster).gid);

      const beganAtMs = Date.now();
      const stores = await Promise.all([openIn(dataDir), openIn(dataDir), openIn(dataDir)]);
      expect(Date.now() - beganAtMs).toBeLessThan(20_000);
      for (const one of stores) {
        expect(await one.database.query('select one from kept')).toEqual([{ one: 1 }]);
      }
      for (const one of stores) await one.close();
      expect(postmasterPid(dataDir)).toBeUndefined();
      expect(readdirSync(dataDir).sort()).toEqual(['backlot.json', 'postgres']);
    },
    60_000,
  );

  it('leaves a postmaster.pid that is empty under a living server alone, and says within seconds what to do', async () => {
    const dataDir = join(makeDir(), 'data');
    const store = await openIn(dataDir);
    const pid = postmasterPid(dataDir)!;
    const file = join(dataDir, 'postgres', 'cluster', 'postmaster.pid');
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, '');
    try {
      const beganAtMs = Date.now();
      await expect(openIn(dataDir)).rejects.toMatchObject({
        code: 'data-dir-damaged',
        message: expect.stringContaining(file),
      });
      expect(Date.now() - beganAtMs).toBeLessThan(25_000);
      expect(isAlive(pid)).toBe(true);
      expect(readFileSync(file, 'utf8')).toBe('');
    } finally {
      writeFileSync(file, text);
    }
    await store.close();
    expect(postmasterPid(dataDir)).toBeUndefined();
  }, 60_000);

  it('stops the server that it started where it then cannot attach to it', async () => {
    const dataDir = join(makeDir(), 'data');
    await (await openIn(dataDir)).close();
    const file = join(dataDir, 'postgres', 'access.json');
    const access = JSON.parse(readFileSync(file, 'utf8')) as object;
    writeFileSync(file, JSON.stringify({ ...access, password: 'another' }));
    await expect(openIn(dataDir)).rejects.toMatchObject({ code: 'data-dir-damaged' });
    expect(postmasterPid(dataDir)).toBeUndefined();

    // Nobody's server is stopped: not one that was started by another, and that is in use.
    writeFileSync(file, JSON.stringify(access));
    const store = await openIn(dataDir);
    writeFileSync(file, JSON.stringify({ ...access, password: 'another' }));
    await expect(openIn(dataDir)).rejects.toMatchObject({ code: 'data-dir-damaged' });
    expect(await store.database.query('select 1 as one')).toEqual([{ one: 1 }]);
    await store.close();
  }, 60_000);

  it('starts the server again under a process that uses it, which then goes on', async () => {
    const dataDir = join(makeDir(), 'data');
    const store = await openIn(dataDir);
    await store.database.query('create table kept as select 1 as one');
    const pid = postmasterPid(dataDir)!;
    process.kill(pid, 'SIGKILL');
    await until(() => postmasterPid(dataDir) !== pid && postmasterPid(dataDir) !== undefined);
    await until(() =>
      store.database.query('select one from kept').then(
        (rows) => rows.length === 1,
        () => false,
      ),
    );
    await store.close();
    expect(postmasterPid(dataDir)).toBeUndefined();
  }, 60_000);

  it('says that the database cannot be reached when it is killed in the middle of a statement', async () => {
    const store = await openIn(join(makeDir(), 'data'));
    const asked = store.database.query('select pg_sleep(60)');
    const failed = expect(asked).rejects.toMatchObject({ code: 'database-unreachable', exitCode: 4 });
    await until(async () => {
      const [{ count } = { count: 0 }] = await store.database.query<{ count: number }>(
        `select count(*)::int as count from pg_stat_activity where query = 'select pg_sleep(60)' and state = 'active'`,
      );
      return count === 1;
    });
    process.kill(postmasterPid(store.server.place)!, 'SIGKILL');
    await failed;
    await store.close();
  }, 60_000);

  it('leaves the server alone at Ctrl-C: it is in a session of its own', async () => {
    const dataDir = join(makeDir(), 'data');
    const store = await openIn(dataDir);
    const pid = postmasterPid(dataDir)!;
    const sessionOf = (one: number): string =>
      spawnSync('ps', ['-o', 'pgid=', '-p', String(one)], { encoding: 'utf8' }).stdout.trim();
    expect(sessionOf(pid)).toBe(String(pid));
    expect(sessionOf(pid)).not.toBe(sessionOf(process.pid));
    await store.close();
  }, 30_000);

  it('takes the port that it had, and another one when that is taken', async () => {
    const dataDir = join(makeDir(), 'data');
    const first = await openIn(dataDir);
    const { port } = new URL(first.url);
    await first.close();
    const second = await openIn(dataDir);
    expect(new URL(second.url).port).toBe(port);
    await second.close();
    const stranger = createServer().listen(Number(port), '127.0.0.1');
    await new Promise((resolve) => stranger.once('listening', resolve));
    try {
      const third = await openIn(dataDir);
      expect(new URL(third.url).port).not.toBe(port);
      // Restarted under a process that uses it, it keeps that port, though the one that it had is free again.
      await new Promise((resolve) => stranger.close(resolve));
      const killed = postmasterPid(dataDir)!;
      process.kill(killed, 'SIGKILL');
      await until(() => ![killed, undefined].includes(postmasterPid(dataDir)));
      await until(() =>
        third.database.query('select 1').then(
          () => true,
          () => false,
        ),
      );
      await third.close();
    } finally {
      stranger.close();
    }
  }, 60_000);

  itWhere(otherUserReadsUs, 'no other user can read this folder')(
    'works for an ordinary user, and then for root in the same directory',
    async () => {
      const home = makeDir();
      chownSync(home, nobody, nobody);
      const dataDir = join(home, '.local', 'share', 'backlot');
      for (const user of [{ uid: nobody, gid: nobody }, {}, { uid: nobody, gid: nobody }]) {
        const one = startHolder(dataDir, user);
        expect(await one.said<Opened>('open')).toMatchObject({ place: dataDir });
        expect(statSync(`/proc/${postmasterPid(dataDir)!}`).uid).toBe(nobody);
        one.child.kill('SIGTERM');
        await one.said('closed');
      }
      expect(statSync(join(dataDir, 'postgres', 'server.log')).uid).toBe(nobody);
    },
    30_000,
  );

  itWhere(isRoot, 'not root')(
    'runs the server as an unprivileged user for root, whatever the umask',
    async () => {
      const dataDir = join(makeDir(), 'a', 'b');
      const before = process.umask(0o077);
      try {
        const store = await openIn(dataDir);
        expect(statSync(join(dataDir, 'postgres', 'cluster')).uid).not.toBe(0);
        await store.close();
      } finally {
        process.umask(before);
      }
    },
    30_000,
  );

  it('cleans up after a process that was killed while it initialised', async () => {
    const dataDir = join(makeDir(), 'data');
    const killed = startHolder(dataDir);
    await until(() => existsSync(dataDir) && readdirSync(dataDir).some((name) => name.startsWith('.initialising-')));
    killed.child.kill('SIGKILL');
    await killed.ended;
    const store = await openIn(dataDir);
    await store.close();
    expect(readdirSync(dataDir).sort()).toEqual(['backlot.json', 'postgres']);
  }, 30_000);
});
