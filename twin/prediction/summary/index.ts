/** Says in numbers what the runs of an ensemble have in common; nothing here may run anything. */
export { anchoredRuns } from './anchored-runs.ts';
export { consistentRuns } from './consistent-runs.ts';
export { breachesOf, recentObjectives } from './objectives.ts';
export type { Objective, PredictedBreach } from './objectives.ts';
export { level, rangeOfRuns } from './range-of-runs.ts';
export { sensitivitiesOf } from './sensitivity.ts';
export type { Sensitivity } from './sensitivity.ts';
export { phaseNames, signalIn, signalsOf } from './signals.ts';
export type { PhaseName, PredictedSignal, SignalName } from './signals.ts';
export { validityOfData, validityOfLoad } from './validity.ts';
export type { Validity } from './validity.ts';
