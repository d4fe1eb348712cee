/** `npm run generate`: writes the generated files, and removes those that are no longer generated. */
import { globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generatedFiles } from './generated-files.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const files = await generatedFiles();

for (const path of globSync('schemas/**/*.json', { cwd: root })) {
  if (!files.has(path)) rmSync(join(root, path));
}
for (const [path, text] of files) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
  process.stdout.write(`${path}\n`);
}
