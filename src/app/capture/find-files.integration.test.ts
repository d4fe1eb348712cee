import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { removeTemporaryDirs, temporaryDir } from '../../../testing/temporary-dir.ts';
import { findFiles } from './find-files.ts';

const nobody = 65_534;

/** Root may list every folder, and tests in containers run as root. */
async function asOrdinaryUser<Result>(work: () => Promise<Result>): Promise<Result> {
  if (process.getuid?.() !== 0) return work();
  process.seteuid?.(nobody);
  try {
    return await work();
  } finally {
    process.seteuid?.(0);
  }
}

describe('findFiles', () => {
  afterAll(removeTemporaryDirs);

  it('says of a folder that it may not be listed', async () => {
    const folder = temporaryDir('closed');
    chmodSync(folder, 0o755);
    mkdirSync(join(folder, 'closed'));
    chmodSync(join(folder, 'closed'), 0);
    await expect(asOrdinaryUser(() => findFiles([folder]))).rejects.toMatchObject({
      code: 'input-unreadable',
      message: expect.stringContaining('a folder that may not be listed') as unknown,
    });
  });
});
