/** What looks after the instances of a model in its own clock; nothing here may run a request by itself. */
export { ControlPlane } from './control-plane.ts';
export type { ComponentMeasures } from './control-plane.ts';
export type { ControlEvent } from './control-log.ts';
export type { HappeningOutcome } from './happenings/timeline.ts';
