/** `backlot eval nezha`: diagnoses injected faults, and says how often their place is found; nothing here may decide it. */
export { nezhaResult, nezhaResultSchema } from './nezha-result.ts';
export type { NezhaResult } from './nezha-result.ts';
export { nezhaVerb } from './nezha-verb.ts';
