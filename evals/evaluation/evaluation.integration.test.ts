import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { evaluationPage, resultsFolder, runScenarios, scenarioFolders } from './index.ts';

const kept = (name: string): unknown => JSON.parse(readFileSync(new URL(`${name}.json`, resultsFolder), 'utf8'));

describe('docs/evaluation.md', () => {
  it('is made of the results that are kept (npm run evaluate)', () => {
    const page = readFileSync(new URL('../../docs/evaluation.md', import.meta.url), 'utf8');
    expect(page).toContain('## Stories');
    expect(page).toBe(evaluationPage());
  });

  it.each(Object.entries(scenarioFolders))(
    'tells of the %s what the code says now (npm run evaluate)',
    async (name, folder) => {
      const ran: string[] = [];
      const results = await runScenarios(folder, (id) => ran.push(id));
      expect(ran.length).toBeGreaterThanOrEqual(10);
      expect(results).toEqual(kept(name));
    },
    300_000,
  );
});
