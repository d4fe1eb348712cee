/** @jest-environment ./testing/keep-on-failure-environment.mjs */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { systemClock } from '../kernel/index.ts';
import { itWhere } from '../../testing/it-where.ts';
import { killProcesses, startProcess } from '../../testing/backlot-process.ts';
import { disposeDataDir, postmasterPid } from '../../testing/embedded-server.ts';
import { silentLog } from '../../testing/silent-log.ts';
import { canMount, mountSmallDisk } from '../../testing/small-disk.ts';
import { temporaryDir } from '../../testing/temporary-dir.ts';
import { openStore } from './open-store.ts';

const isRoot = process.getuid?.() === 0;
const nobody = 65_534;
const otherUserReadsUs =
  isRoot && spawnSync('/bin/ls', [import.meta.dirname], { uid: nobody, gid: nobody, stdio: 'ignore' }).status === 0;

let parent: string;
let ready: string;

const openIn = (dataDir: string): ReturnType<typeof openStore> =>
  openStore({ config: { dataDir, database: { url: undefined } }, clock: systemClock, log: silentLog });

/** One initialised directory, which each test spoils a copy of. */
beforeAll(async () => {
  parent = temporaryDir('data-dir');
  ready = join(parent, 'ready');
  await (await openIn(ready)).close();
}, 30_000);
afterAll(() => disposeDataDir(parent), 30_000);
afterEach(killProcesses);

const spoiltCopy = (name: string): string => {
  const copy = join(parent, name);
  spawnSync('cp', ['-a', ready, copy]);
  return copy;
};

describe('the data directory', () => {
  it('must be a directory, and so must what leads to it', async () => {
    const file = join(parent, 'file');
    writeFileSync(file, '');
    await expect(openIn(file)).rejects.toMatchObject({ code: 'data-dir-not-directory', exitCode: 2 });
    await expect(openIn(join(file, 'below'))).rejects.toMatchObject({ code: 'data-dir-not-directory' });
    symlinkSync(join(parent, 'nowhere'), join(parent, 'dangling'));
    await expect(openIn(join(parent, 'dangling'))).rejects.toMatchObject({ code: 'data-dir-not-directory' });
  });

  it('must be ours or empty, and is left alone otherwise', async () => {
    const foreign = join(parent, 'foreign');
    mkdirSync(foreign);
    for (const name of ['a', 'b', 'c', 'd', 'e']) writeFileSync(join(foreign, name), name);
    await expect(openIn(foreign)).rejects.toMatchObject({
      code: 'data-dir-not-ours',
      details: { path: foreign, found: ['a', 'b', 'c', '2 more'] },
    });
    expect(readdirSync(foreign).sort()).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('may have a marker only, and may be empty', async () => {
    const empty = join(parent, 'empty');
    mkdirSync(empty);
    const store = await openIn(empty);
    await store.close();
    rmSync(join(empty, 'postgres'), { recursive: true });
    const again = await openIn(empty);
    await again.close();
    expect(readdirSync(empty).sort()).toEqual(['backlot.json', 'postgres']);
  }, 30_000);

  it('must not be of a newer format', async () => {
    const copy = spoiltCopy('newer-format');
    writeFileSync(join(copy, 'backlot.json'), '{"format": 2, "new": true}');
    await expect(openIn(copy)).rejects.toMatchObject({
      code: 'data-dir-newer',
      details: { found: 'format 2 in backlot.json', accepted: 'format 1' },
    });
  });

  it.each([
    ['19', 'data-dir-newer'],
    ['17', 'data-dir-older'],
    ['soup', 'data-dir-damaged'],
  ])('must not be of PostgreSQL %s', async (version, code) => {
    const copy = spoiltCopy(`version-${version}`);
    writeFileSync(join(copy, 'postgres', 'cluster', 'PG_VERSION'), `${version}\n`);
    await expect(openIn(copy)).rejects.toMatchObject({ code });
    expect(postmasterPid(copy)).toBeUndefined();
  });

  it.each(['backlot.json', 'postgres/access.json', 'postgres/cluster/PG_VERSION'])(
    'is damaged where %s is, and the error does not repeat what the file holds',
    async (file) => {
      const copy = spoiltCopy(`damaged-${file.replaceAll('/', '-')}`);
      writeFileSync(join(copy, file), 'hunter2');
      const failure = await openIn(copy).catch((thrown: unknown) => thrown as Error);
      expect(failure).toMatchObject({ code: 'data-dir-damaged' });
      expect(JSON.stringify(failure) + (failure as Error).message).not.toContain('hunter2');
    },
  );

  it('is damaged where backlot.json is a directory', async () => {
    const dir = join(parent, 'marker-directory');
    mkdirSync(join(dir, 'backlot.json'), { recursive: true });
    await expect(openIn(dir)).rejects.toMatchObject({
      code: 'data-dir-damaged',
      details: { problem: 'backlot.json is a directory' },
    });
  });

  it('says what PostgreSQL said last where it does not start', async () => {
    const copy = spoiltCopy('broken-settings');
    writeFileSync(join(copy, 'postgres', 'cluster', 'postgresql.conf'), 'work_mem = soup\n');
    await expect(openIn(copy)).rejects.toMatchObject({
      code: 'postgres-not-starting',
      message: expect.stringMatching(/work_mem/),
    });
    expect(readdirSync(copy).sort()).toEqual(['backlot.json', 'postgres']);
  });

  it('does not attach a copy to the server of the original', async () => {
    const original = await openIn(ready);
    const copy = spoiltCopy('copied-while-running');
    rmSync(join(copy, 'postgres', 'cluster', 'pg_wal'), { recursive: true });
    spawnSync('cp', ['-a', join(ready, 'postgres', 'cluster', 'pg_wal'), join(copy, 'postgres', 'cluster', 'pg_wal')]);
    expect(postmasterPid(copy)).toBe(postmasterPid(ready));
    const store = await openIn(copy);
    expect(new URL(store.url).port).not.toBe(new URL(original.url).port);
    await store.close();
    await original.close();
  }, 30_000);

  it('has a path that PostgreSQL can take', async () => {
    await expect(openIn(join(parent, 'x'.repeat(300)))).rejects.toMatchObject({ code: 'data-dir-path-unusable' });
    await expect(openIn(join(parent, 'line\nbreak'))).rejects.toMatchObject({ code: 'data-dir-path-unusable' });
    const long = join(parent, ...Array.from({ length: 8 }, () => 'y'.repeat(120)));
    await expect(openIn(long)).rejects.toMatchObject({ code: 'data-dir-path-unusable' });
    expect(existsSync(join(parent, 'y'.repeat(120)))).toBe(false);
  });

  itWhere(isRoot, 'not root')('is within reach of the user that the server of root runs as', async () => {
    const closed = join(parent, 'closed');
    mkdirSync(closed, { mode: 0o700 });
    await expect(openIn(join(closed, 'a', 'b'))).rejects.toMatchObject({
      code: 'data-dir-not-traversable',
      details: { blockedAt: closed },
    });
    expect(readdirSync(closed)).toEqual([]);
  });

  itWhere(otherUserReadsUs, 'no other user can read this folder')('must be writable by an ordinary user', async () => {
    const locked = join(parent, 'locked');
    mkdirSync(locked, { mode: 0o755 });
    const child = startProcess('testing/store-process.ts', { args: [locked], uid: nobody, gid: nobody });
    expect(await child.said<object>('failed')).toMatchObject({ code: 'data-dir-not-writable', exitCode: 3 });
    chmodSync(locked, 0o700);
    const other = startProcess('testing/store-process.ts', { args: [join(locked, 'below')], uid: nobody, gid: nobody });
    expect(await other.said<object>('failed')).toMatchObject({ code: 'data-dir-not-writable' });
    expect(readdirSync(locked)).toEqual([]);
  });

  itWhere(canMount, 'may not mount')('must not be on a read-only file system', async () => {
    const disk = mountSmallDisk('ro,size=1m')!;
    try {
      await expect(openIn(join(disk.path, 'data'))).rejects.toMatchObject({ code: 'data-dir-not-writable' });
    } finally {
      disk.unmount();
    }
  });

  itWhere(canMount, 'may not mount')(
    'leaves nothing half-made on a full disk, while it is initialised or started',
    async () => {
      for (const size of ['64k', '8m', '30m']) {
        const disk = mountSmallDisk(`size=${size}`)!;
        try {
          await expect(openIn(join(disk.path, 'a', 'data'))).rejects.toMatchObject({ code: 'disk-full', exitCode: 3 });
          expect(readdirSync(disk.path)).toEqual([]);
        } finally {
          disk.unmount();
        }
      }
      const disk = mountSmallDisk('size=120m')!;
      try {
        const dataDir = join(disk.path, 'data');
        await (await openIn(dataDir)).close();
        spawnSync('sh', ['-c', 'cat /dev/zero > "$1"', 'sh', join(disk.path, 'filler')], { stdio: 'ignore' });
        await expect(openIn(dataDir)).rejects.toMatchObject({ code: 'disk-full' });
        expect(readdirSync(dataDir).sort()).toEqual(['backlot.json', 'postgres']);
        rmSync(join(disk.path, 'filler'));
        await (await openIn(dataDir)).close();
        expect(readFileSync(join(dataDir, 'postgres', 'server.log'), 'utf8')).toContain('ready to accept');
      } finally {
        disk.unmount();
      }
    },
    60_000,
  );
});
