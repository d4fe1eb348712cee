import { fileURLToPath } from 'node:url';
import { readScenarios, runScenario, storiesResult } from '../scenarios/index.ts';
import { scenarioResults } from './scenario-results.ts';
import type { ScenarioResults } from './scenario-results.ts';

/**
 * Runs the scenarios of a folder.
 *
 * @param folder - Where they are.
 * @param onScenario - Told of each before it is run.
 * @returns What is kept of it.
 * @throws RegisteredError `scenarios-missing`, `scenario-invalid`
 */
export async function runScenarios(folder: URL, onScenario: (id: string) => void): Promise<ScenarioResults> {
  const scenarios = await readScenarios(fileURLToPath(folder));
  const results: Awaited<ReturnType<typeof runScenario>>[] = [];
  for (const scenario of scenarios) {
    onScenario(scenario.id);
    results.push(await runScenario(scenario));
  }
  return scenarioResults(storiesResult('', results, { strict: false, stoppedEarly: false }));
}
