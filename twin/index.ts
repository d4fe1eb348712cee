/** A copy of the estate that may be broken: what would happen to it; nothing here may touch the real one. */
export { preflightRules, runPreflight, setFromOutside } from './preflight/index.ts';
export type { PreflightEstate, PreflightRequest, PreflightResult } from './preflight/index.ts';
export { combineVerdicts, verdicts } from './verdict.ts';
export type { Verdict } from './verdict.ts';
