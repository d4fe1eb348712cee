/** The closed vocabularies of what can be done to an estate and what can go wrong with it; nothing here may do either. */
export { actionEntry, actionNamed, actionNames, readAction } from './action.ts';
export type { Action, ActionName, ActionOf } from './action.ts';
export type { ActionEntry } from './action-entry.ts';
export { exampleLine } from './example-line.ts';
export { faultEntry, faultNamed, faultNames, readFault } from './fault.ts';
export type { Fault, FaultName, FaultOf } from './fault.ts';
export type { FaultEntry } from './fault-entry.ts';
export { valueNameOf } from './parameter.ts';
export type { Parameter } from './parameter.ts';
export { acceptedOf } from './read-parameter.ts';
export { tierNames } from './tier.ts';
export type { TierName } from './tier.ts';
