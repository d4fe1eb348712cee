/** What several rules have to work out of an estate; nothing here may judge it. */
export { dependantsOf } from './blast-radius.ts';
export { imageVersion } from './image-version.ts';
export type { ImageVersion } from './image-version.ts';
export { longestCallMs, policyOfCalls } from './call-policy.ts';
export { cfsPeriodMs, timesUnderQuota } from './cfs-periods.ts';
export { imageText, readImageReference } from './image-reference.ts';
export { observedMemory } from './observed-memory.ts';
export type { ObservedMemory } from './observed-memory.ts';
export { needOf, roomFor } from './room.ts';
export type { Room } from './room.ts';
export { orchestratorOf, rolloutPlan, shareOf } from './rollout-plan.ts';
export type { RolloutPlan } from './rollout-plan.ts';
export { compareVersions, seriesOfImage, seriesOfNumbers, versionedDataOf } from './versioned-data.ts';
export type { DataSeries, VersionedData } from './versioned-data.ts';
export { allBusyRatio, waitsLongerRatio } from './waiting.ts';
export type { WorkerStation } from './waiting.ts';
export { amount, bytesText, counted, listed, ratioText } from './wording.ts';
