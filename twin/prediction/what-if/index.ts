/** Reads what people ask about an estate, and says with places what is wrong with that; nothing here may answer it. */
export { changeOfConfiguration } from './change-of-configuration.ts';
export type { ConfigurationChange } from './change-of-configuration.ts';
export { FileProblems } from './file-problems.ts';
export { readWhatIf } from './read-what-if.ts';
export type { WhatIf } from './read-what-if.ts';
export { whatIfSchema } from './what-if.ts';
