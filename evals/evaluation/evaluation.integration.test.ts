import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { itWhere } from '../../testing/it-where.ts';
import {
  evaluationPage,
  nezhaFolder,
  petshopFolder,
  resultsFolder,
  runNezha,
  runPetshop,
  runScenarios,
  scenarioFolders,
} from './index.ts';

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

  itWhere(existsSync(nezhaFolder), 'no recorded faults')(
    'tells of the recorded faults what the code says now (npm run evaluate)',
    async () => {
      const steps: string[] = [];
      const results = await runNezha(nezhaFolder, (what) => steps.push(what));
      expect(steps.length).toBeGreaterThanOrEqual(50);
      expect(results).toEqual(kept('nezha'));
    },
    600_000,
  );

  itWhere(existsSync(petshopFolder), 'no measured changes')(
    'tells of the measured changes what the code says now (npm run evaluate)',
    async () => {
      const ran: string[] = [];
      const results = await runPetshop(petshopFolder, (id) => ran.push(id));
      expect(ran.length).toBeGreaterThanOrEqual(20);
      expect(results).toEqual(kept('petshop'));
    },
    300_000,
  );
});
