/** `npm run evaluate`: runs the cases whose outcome is known, keeps what came out, and writes docs/evaluation.md. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import {
  evaluationPage,
  nezhaFolder,
  petshopFolder,
  resultsFolder,
  runNezha,
  runPetshop,
  runScenarios,
  scenarioFolders,
} from '../evals/evaluation/index.ts';

mkdirSync(resultsFolder, { recursive: true });
for (const [name, folder] of Object.entries(scenarioFolders)) {
  const results = await runScenarios(folder, (id) => process.stderr.write(`${name}: ${id}\n`));
  writeFileSync(new URL(`${name}.json`, resultsFolder), `${JSON.stringify(results, undefined, 2)}\n`);
}
if (existsSync(nezhaFolder)) {
  const results = await runNezha(nezhaFolder, (what) => process.stderr.write(`nezha: ${what}\n`));
  writeFileSync(new URL('nezha.json', resultsFolder), `${JSON.stringify(results, undefined, 2)}\n`);
}
if (existsSync(petshopFolder)) {
  const results = await runPetshop(petshopFolder, (id) => process.stderr.write(`petshop: ${id}\n`));
  writeFileSync(new URL('petshop.json', resultsFolder), `${JSON.stringify(results, undefined, 2)}\n`);
}
writeFileSync(new URL('../docs/evaluation.md', import.meta.url), evaluationPage());
process.stdout.write('docs/evaluation.md\n');
