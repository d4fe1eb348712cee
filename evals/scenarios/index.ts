/** Cases that somebody wrote down, each with what decides in it: run, and compared with what is expected; nothing here may know one of them by name. */
export { readScenario } from './read-scenario.ts';
export type { Member, Scenario } from './read-scenario.ts';
export { mechanisms, scenarioSchema } from './scenario.ts';
export { storiesVerb } from './verb/index.ts';
