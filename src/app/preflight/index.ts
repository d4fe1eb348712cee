/** What the rules of preflight say of a captured estate and a change; nothing here may judge by itself. */
export { actionText } from './action-text.ts';
export { preflightVerb } from './preflight-verb.ts';
export { readChange } from './read-change.ts';
