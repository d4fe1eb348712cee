/** Lets a change, faults and a remedy happen in the model of an estate; nothing here may judge what comes of them. */
export { enactedModel, tooShortText } from './enacted-model.ts';
export type { Circumstances, EnactedModel, Happenings, RunTimes, Written } from './enacted-model.ts';
export { mergePatch } from './merge-patch.ts';
export { eventsInPiece, noPause } from './pause.ts';
export type { Pause } from './pause.ts';
export { changedModel, heldAgainst, noHappenings, planOf } from './plan.ts';
export type { Enactment, HeldAgainst, Plan } from './plan.ts';
export { runModel, slowTimeMs, windowOf } from './run-window.ts';
export type { Outcome, Run, Window } from './run-window.ts';
export { happeningAt } from './timeline-parts.ts';
export type { TimelineParts } from './timeline-parts.ts';
