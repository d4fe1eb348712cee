import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { readModelFile } from './reading/index.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const files = globSync('docs/models/*.json', { cwd: root }).sort();

describe('the models of the documentation', () => {
  it('are there, and each is on the page', () => {
    const page = readFileSync(join(root, 'docs/model-format.md'), 'utf8');
    const names = files.map(
      (file) => (JSON.parse(readFileSync(join(root, file), 'utf8')) as { readonly name: string }).name,
    );
    expect(names.length).toBeGreaterThanOrEqual(6);
    expect(names.filter((name) => !page.includes(`"name": "${name}"`))).toEqual([]);
  });

  it.each(files)('%s is read without a remark', (file) => {
    expect(readModelFile(readFileSync(join(root, file), 'utf8'), file).remarks).toEqual([]);
  });
});
