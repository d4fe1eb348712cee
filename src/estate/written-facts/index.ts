/** How facts are written by hand, in the closed vocabulary and with units; nothing here may make one up. */
export { factList } from './fact-list.ts';
export type { ListedFact } from './fact-list.ts';
export { lackText } from './lack-text.ts';
export { writtenAttribute } from './written-attribute.ts';
export { componentsOf, factsOf, writtenFactsSchema } from './written-facts.ts';
export type { WrittenFacts } from './written-facts.ts';
export { configuredValue } from './configured-value.ts';
export type { ConfiguredValue } from './configured-value.ts';
