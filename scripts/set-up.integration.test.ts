import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { removeTemporaryDirs, temporaryDir } from '../testing/temporary-dir.ts';

jest.setTimeout(60_000);

const repository = fileURLToPath(new URL('..', import.meta.url));

/**
 * Stands for npm, whose real run is what set up this very clone: notes how it was called, takes its time, brings a
 * pinned Node, or fails where a file says so.
 */
const fakeNpm = `#!/bin/sh
echo "$@" >> npm-calls
rm -rf node_modules
sleep 1
[ -e npm-fails ] && exit 7
mkdir -p node_modules/node/bin && touch node_modules/node/bin/node && cp package-lock.json node_modules/.package-lock.json
`;

describe('setUp', () => {
  let clone: string;
  let children: ChildProcess[];

  /** Sets up the clone in a process of its own, as the README's commands do first. */
  function setUp(env: Readonly<Record<string, string>> = {}) {
    const program = `import(${JSON.stringify(join(clone, 'scripts/set-up.mjs'))}).then((m) => m.setUp()).then(console.log)`;
    const child = spawn('node', ['--eval', program], {
      cwd: clone,
      env: { PATH: `${join(clone, 'fake-bin')}:${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`, ...env },
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    children.push(child);
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    const ended = new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve) => {
      child.once('close', (code) => resolve({ code, stdout, stderr }));
    });
    return { child, ended };
  }

  /** What npm is asked for: one package, and one for another platform that it may leave out. */
  const writeLock = (version: string): void => {
    const packages = { '': {}, 'node_modules/one': { version }, 'node_modules/other': { version, optional: true } };
    writeFileSync(join(clone, 'package-lock.json'), JSON.stringify({ packages }));
  };

  const calls = (): string[] =>
    existsSync(join(clone, 'npm-calls')) ? readFileSync(join(clone, 'npm-calls'), 'utf8').trim().split('\n') : [];

  const until = async (condition: () => boolean): Promise<void> => {
    while (!condition()) await new Promise((resolve) => setTimeout(resolve, 20));
  };

  afterAll(removeTemporaryDirs);

  beforeEach(() => {
    children = [];
    clone = join(temporaryDir('set-up'), 'a clone');
    mkdirSync(join(clone, 'fake-bin'), { recursive: true });
    cpSync(join(repository, 'scripts/set-up.mjs'), join(clone, 'scripts/set-up.mjs'));
    writeLock('1.0.0');
    writeFileSync(join(clone, 'fake-bin/npm'), fakeNpm);
    chmodSync(join(clone, 'fake-bin/npm'), 0o755);
  });

  afterEach(() => {
    for (const { pid } of children) {
      try {
        process.kill(-(pid ?? 0), 'SIGKILL');
      } catch {
        // It has ended.
      }
    }
  });

  it('installs once, all that is needed whatever NODE_ENV says, and names the pinned Node', async () => {
    const { code, stdout } = await setUp({ NODE_ENV: 'production' }).ended;
    expect({ code, stdout }).toEqual({ code: 0, stdout: `${join(clone, 'node_modules/node/bin/node')}\n` });
    expect((await setUp().ended).code).toBe(0);
    expect(calls()).toHaveLength(1);
    expect(calls()[0]).toMatch(/^ci /);
    for (const must of ['--include=dev', '--include=optional', '--ignore-scripts=false'])
      expect(calls()[0]).toContain(must);
  });

  it('lets one of several install, and the others wait', async () => {
    const ended = await Promise.all([setUp().ended, setUp().ended, setUp().ended]);
    expect(ended.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect(calls()).toHaveLength(1);
    expect(existsSync(join(clone, '.install-lock'))).toBe(false);
  });

  it('installs again where it was killed in the middle', async () => {
    const { child, ended } = setUp();
    await until(() => calls().length === 1);
    process.kill(-(child.pid ?? 0), 'SIGKILL');
    await ended;
    expect(existsSync(join(clone, '.install-lock'))).toBe(true);
    const again = await Promise.all([setUp().ended, setUp().ended]);
    expect(again.map(({ code }) => code)).toEqual([0, 0]);
    expect(calls()).toHaveLength(2);
  });

  it('installs again when the lock file changed, or when what was installed is gone', async () => {
    await setUp().ended;
    writeLock('1.0.1');
    await setUp().ended;
    rmSync(join(clone, 'node_modules/node'), { recursive: true });
    await setUp().ended;
    expect(calls()).toHaveLength(3);
  });

  it('says what to do when npm fails, and tries again the next time', async () => {
    writeFileSync(join(clone, 'npm-fails'), '');
    const failed = await setUp().ended;
    expect(failed.code).toBe(3);
    expect(failed.stderr).toMatch(/error: npm ci ended with exit code 7\nremedy: \S/);
    rmSync(join(clone, 'npm-fails'));
    expect((await setUp().ended).code).toBe(0);
    expect(calls()).toHaveLength(2);
  });
});
