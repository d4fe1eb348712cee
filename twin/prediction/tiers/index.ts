/** What the tiers of the twin answer, and what they say together; nothing here may be surer than both. */
export { worstEffect } from './answer.ts';
export type { Reason, RemedyEffect, RemedyReason, TierAnswer } from './answer.ts';
export { answerOfRuns, modelNotAsked } from './answer-of-runs.ts';
export { askPreflight } from './ask-preflight.ts';
export type { AskedOfPreflight } from './ask-preflight.ts';
export { joinVerdicts } from './join-verdicts.ts';
