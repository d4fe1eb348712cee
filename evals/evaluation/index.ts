/** What evaluations have shown, kept and told; nothing here may write a figure that no run has shown. */
export { evaluationPage, resultsFolder, scenarioFolders } from './evaluation-page.ts';
export { runScenarios } from './run-scenarios.ts';
