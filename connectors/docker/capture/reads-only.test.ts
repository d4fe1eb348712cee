import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';

const folder = fileURLToPath(new URL('.', import.meta.url));
const sources = globSync('*.ts', { cwd: folder }).filter((file) => !file.endsWith('.test.ts'));

it('a capture holds nothing of the connector that could change an engine', () => {
  expect(sources.length).toBeGreaterThan(15);
  const changing = /\b(?:connectEngine|dockerEngine|Engine|change|tell)\b(?=[^'\n]*(?:from '\.\.\/|EngineCalls))/;
  expect(sources.filter((file) => changing.test(readFileSync(`${folder}/${file}`, 'utf8')))).toEqual([]);
  // The client itself is in one file's hands; a socket between it and a real engine tests what that one sends.
  const askers = sources.filter((file) => /\bclient\b\./.test(readFileSync(`${folder}/${file}`, 'utf8')));
  expect(askers).toEqual(['engine-answers.ts']);
});
