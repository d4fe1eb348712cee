import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { itWhere } from '../testing/it-where.ts';
import { coverageDataIsThere, coveragePath } from './coverage-page.ts';
import { generatedFiles } from './generated-files.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const files = await generatedFiles();

describe('the generated files', () => {
  itWhere(coverageDataIsThere, 'no ../shared/data')(`${coveragePath} is made from real files`, () => {
    expect(files.get(coveragePath)).toContain('## Compose files');
  });

  it.each([...files.keys()])('%s is what the code says (npm run generate)', (path) => {
    expect(readFileSync(join(root, path), 'utf8')).toBe(files.get(path));
  });

  it('leave no schema behind that nothing generates', () => {
    expect(globSync('schemas/**/*.json', { cwd: root }).filter((path) => !files.has(path))).toEqual([]);
  });
});
