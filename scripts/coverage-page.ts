import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { composeCoverage } from './compose-coverage.ts';
import { traceCoverage } from './trace-coverage.ts';

/** Real files beside the repository, which a user's clone does not have. */
const data = resolve(fileURLToPath(new URL('../../shared/data', import.meta.url)));

/** The path of the page. */
export const coveragePath = 'docs/coverage.md';

/** Whether the real files are there that the page is made from. */
export const coverageDataIsThere = existsSync(data);

/** One function for each kind of input, in the order of the page. */
const sections: readonly ((data: string) => Promise<string>)[] = [
  (folder) => Promise.resolve(composeCoverage(folder)),
  traceCoverage,
];

/** `docs/coverage.md`: what was read of real files, and what was not understood. */
export async function coveragePage(): Promise<string> {
  return [
    '<!-- Generated from the files in ../shared/data by `npm run generate`. -->',
    '',
    '# Coverage',
    '',
    'What Backlot reads of real files that were not written for it, and what it does not understand of them.',
    '',
    ...(await Promise.all(sections.map((section) => section(data)))),
  ].join('\n');
}
