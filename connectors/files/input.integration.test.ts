import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, chmodSync, mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RegisteredError } from '../../src/kernel/index.ts';
import { removeTemporaryDirs, temporaryDir } from '../../testing/temporary-dir.ts';
import { linesOf, openInput } from './index.ts';
import type { InputLimits } from './index.ts';

let dir: string;
beforeAll(() => {
  dir = temporaryDir('input');
});
afterAll(removeTemporaryDirs);

let files = 0;
const fileOf = (content: string | Uint8Array) => {
  const path = join(dir, `file-${files++}`);
  writeFileSync(path, content);
  return path;
};

const failureOf = async (work: Promise<unknown>) => {
  const thrown: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(thrown).toBeInstanceOf(RegisteredError);
  return thrown as RegisteredError;
};

/** What opening or reading a file as text fails with. */
const textFailure = (path: string, limits: Partial<InputLimits> = {}) =>
  failureOf(openInput(path, limits).then((input) => input.text()));

const text = 'first line\nsecond line with Zürich, 東京 and 🙂\n';

describe('openInput', () => {
  it('tells of a file what it is, and reads it again and again', async () => {
    const path = fileOf(text);
    utimesSync(path, 1_700_000_000, 1_700_000_000.5);
    const input = await openInput(path);
    expect(input).toMatchObject({
      path,
      sizeBytes: Buffer.byteLength(text),
      sha256: createHash('sha256').update(text).digest('hex'),
      changedMs: 1_700_000_000_500,
      isPacked: false,
    });
    expect(input.head.toString()).toBe(text);
    expect(await input.text()).toBe(text);
    expect(await input.text()).toBe(text);
  });

  it('unpacks gzip, of several parts too, whatever the name', async () => {
    const packed = Buffer.concat([gzipSync(text), gzipSync(text)]);
    const input = await openInput(fileOf(packed));
    expect(input.isPacked).toBe(true);
    expect(input.sha256).toBe(createHash('sha256').update(packed).digest('hex'));
    expect(await input.text()).toBe(text + text);
  });

  it('reads a file that grows as it was when it was opened', async () => {
    const path = fileOf(text);
    const input = await openInput(path);
    appendFileSync(path, 'more');
    expect(await input.text()).toBe(text);
    writeFileSync(path, 'x');
    expect(await failureOf(input.text())).toMatchObject({
      code: 'input-unreadable',
      details: { found: 'a file that became shorter' },
    });
  });

  it('gives characters whole that lie across two pieces, and leaves out a mark at the beginning', async () => {
    const long = `\uFEFF${'é'.repeat(300_000)}x${'🙂'.repeat(200_000)}\r\nend`;
    const input = await openInput(fileOf(long));
    expect(await input.text()).toBe(long.slice(1));
    const lines = [];
    for await (const line of linesOf(input)) lines.push(line);
    expect(lines.map(({ number, text: { length }, isEnded }) => [number, length, isEnded])).toEqual([
      [1, 300_000 + 1 + 400_000, true],
      [2, 3, false],
    ]);
  });

  it('refuses what is no file, without waiting for it', async () => {
    mkdirSync(join(dir, 'directory'));
    execFileSync('mkfifo', [join(dir, 'pipe')]);
    symlinkSync(join(dir, 'circle'), join(dir, 'circle'));
    const socket = createServer().listen(join(dir, 'socket'));
    await new Promise((resolve) => socket.once('listening', resolve));
    const found = async (name: string) => {
      const { code, details } = await failureOf(openInput(join(dir, name)));
      return [code, (details as { found: string }).found];
    };
    expect(await found('none')).toEqual(['input-unreadable', 'no such file']);
    expect(await found('file-0/below')).toEqual([
      'input-unreadable',
      'no such file: something on the way to it is no directory',
    ]);
    expect(await found('directory')).toEqual(['input-unreadable', 'a directory']);
    expect(await found('pipe')).toEqual(['input-unreadable', 'a pipe']);
    expect(await found('socket')).toEqual(['input-unreadable', 'a socket, or a pipe that nobody writes to']);
    expect(await found('circle')).toEqual(['input-unreadable', 'symbolic links in a circle']);
    expect(await found('x'.repeat(5_000))).toEqual(['input-unreadable', 'a path that is too long']);
    expect((await found('zero\0byte'))[0]).toBe('input-unreadable');
    expect((await failureOf(openInput('/dev/zero'))).details).toMatchObject({ found: 'a device' });
    await new Promise((resolve) => socket.close(resolve));
  });

  it('says that a file may not be read', async () => {
    const path = fileOf(text);
    chmodSync(path, 0o000);
    const isRoot = process.geteuid?.() === 0;
    // Root may read everything: for a moment it is somebody else.
    if (isRoot) process.seteuid?.(65_534);
    try {
      expect((await failureOf(openInput(path))).details).toMatchObject({ found: 'a file that this user may not read' });
    } finally {
      if (isRoot) process.seteuid?.(0);
    }
  });

  it.each([
    ['an empty file', ''],
    ['a gzip file with nothing in it', gzipSync('')],
    ['a zip archive', Buffer.from('PK\u0003\u0004rest')],
    ['a file packed with zstd', Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0])],
  ])('refuses %s', async (found, content) => {
    expect(await failureOf(openInput(fileOf(content)))).toMatchObject({ code: 'input-malformed', details: { found } });
  });

  it('refuses gzip that is cut off or broken, with the place', async () => {
    const packed = gzipSync(Buffer.from(Array.from({ length: 200_000 }, (_, index) => 32 + ((index * 7919) % 90))));
    const cut = await textFailure(fileOf(packed.subarray(0, packed.length - 10)));
    expect(cut.message).toMatch(/byte \d+ of the packed file: found the end of a gzip file that is cut off/);
    const broken = Buffer.from(packed);
    broken.fill(0xff, 60, 90);
    expect((await textFailure(fileOf(broken))).message).toMatch(
      /found bytes that are no gzip; accepted: a whole gzip file/,
    );
  });

  it('ends a bomb early', async () => {
    const bomb = fileOf(gzipSync(Buffer.alloc(200 * 2 ** 20, 'x')));
    const beforeBytes = process.memoryUsage().rss;
    expect(await textFailure(bomb, { largestPieceBytes: 2 ** 40 })).toMatchObject({
      code: 'input-too-large',
      details: { found: 'a gzip file that unpacks to more than 500 times its size' },
    });
    expect(process.memoryUsage().rss - beforeBytes).toBeLessThan(150 * 2 ** 20);
    const honest = fileOf(gzipSync('x'.repeat(1_000_000)));
    expect((await openInput(honest)).sizeBytes).toBeLessThan(2_000);
    expect((await textFailure(honest, { largestUnpackedBytes: 2 ** 19 })).code).toBe('input-too-large');
    expect((await failureOf(openInput(honest, { largestBytes: 100 }))).code).toBe('input-too-large');
  });

  it.each([
    ['UTF-16, low byte first', Buffer.from('\uFEFFline', 'utf16le'), /line 1, byte 1: found text in UTF-16/],
    ['UTF-16, high byte first', Buffer.from('\uFEFFline', 'utf16le').swap16(), /found text in UTF-16/],
    ['UTF-32', Buffer.from([0xff, 0xfe, 0, 0, 0x61, 0, 0, 0]), /found text in UTF-32/],
    ['Latin-1', Buffer.from('a\nb\nna\u00efve', 'latin1'), /line 3, byte 3: found the byte 0xEF.*looks like Latin-1/],
    ['a zero byte', Buffer.from('a\nb\0c'), /line 2, byte 2: found the byte 0x00/],
    ['a character that is cut off', Buffer.from('ok\n€').subarray(0, 5), /line 2, byte 1: found the byte 0xE2/],
    [
      'Latin-1 far into the file',
      Buffer.concat([Buffer.from('line\n'.repeat(200_000)), Buffer.from('\u00fc', 'latin1')]),
      /line 200001, byte 1: found the byte 0xFC/,
    ],
  ])('says where a text is in another encoding: %s', async (_what, content, message) => {
    const failure = await textFailure(fileOf(content));
    expect(failure.message).toMatch(message);
    expect(failure.message).toMatch(/accepted: text in UTF-8$/);
  });

  it('refuses a document and a line that are too large to be held', async () => {
    const path = fileOf('x'.repeat(50_000));
    const input = await openInput(path, { largestPieceBytes: 40_000 });
    expect((await failureOf(input.text())).message).toMatch(
      /a document of more than 40000 bytes; accepted: up to.*newline/,
    );
    const readLines = async () => {
      for await (const line of linesOf(input)) expect(line).toBeDefined();
    };
    expect((await failureOf(readLines())).message).toMatch(/a line \(1\) of more than/);
  });
});
