import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { freeSpaceBytes } from './free-space.ts';

let dir: string;

beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'backlot-free-space-'));
  writeFileSync(join(dir, 'file'), '');
});
afterAll(() => rmSync(dir, { recursive: true }));

describe('freeSpaceBytes', () => {
  it.each([
    ['is there', '.'],
    ['is not there', join('a', 'b')],
    ['leads through a file', join('file', 'a', 'b')],
    ['has a name that is too long', join('x'.repeat(300), 'b')],
  ])('answers for a path that %s', async (_, path) => {
    expect(await freeSpaceBytes(join(dir, path))).toBeGreaterThan(0);
  });
});
