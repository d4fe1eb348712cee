/** What the rules of preflight say of a captured estate and a change; nothing here may judge by itself. */
export { preflightVerb } from './preflight-verb.ts';
