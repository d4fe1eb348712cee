/** Recorded faults whose place is known, in the layout of Nezha: diagnosed without it, and counted; nothing here may know one of them by name. */
export { runFolder } from './run-folder.ts';
export { nezhaResult, nezhaResultSchema, nezhaVerb } from './verb/index.ts';
export type { NezhaResult } from './verb/index.ts';
