/** What actions make of what is known of an estate; nothing here may judge it. */
export { applyChange } from './apply-change.ts';
export { checkNames, untoldThings } from './check-names.ts';
export { disturbancesOf, endsSome, setFromOutside, startsAnew } from './disturbances.ts';
export type { Disturbance } from './disturbances.ts';
export { touchedComponents } from './touched-components.ts';
