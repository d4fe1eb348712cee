/**
 * The first tier of the twin: what facts and arithmetic say of a change before anything runs; nothing here may guess a
 * figure, or call what is not known a pass.
 */
export { applyChange, setFromOutside } from './change/index.ts';
export { EstateView } from './estate-view.ts';
export type { PreflightEstate } from './estate-view.ts';
export type { Finding, RemedyAnswer, Rule } from './rule.ts';
export { rules as preflightRules } from './rules/index.ts';
export { runPreflight } from './run-preflight.ts';
export type { PreflightRequest, PreflightResult } from './run-preflight.ts';
