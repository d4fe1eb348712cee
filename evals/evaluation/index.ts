/** What evaluations have shown, kept and told; nothing here may write a figure that no run has shown. */
export { evaluationPage, nezhaFolder, petshopFolder, resultsFolder, scenarioFolders } from './evaluation-page.ts';
export { runScenarios } from './run-scenarios.ts';
export { runNezha } from './nezha-results.ts';
export { runPetshop } from './petshop-results.ts';
