/** Cases that somebody wrote down, each with what decides in it: run, and compared with what is expected; nothing here may know one of them by name. */
export { readScenario } from './read-scenario.ts';
export type { Member, Scenario } from './read-scenario.ts';
export { mechanisms, scenarioSchema } from './scenario.ts';
export { readScenarios } from './read-folder.ts';
export { runScenario } from './run-scenario.ts';
export { carrierOf, expectedOf, saidOf, storiesResult, storiesVerb } from './verb/index.ts';
export type { StoriesResult } from './verb/index.ts';
