import type { Engine } from '../engine/engine.ts';
import type { ControlLog } from './control-log.ts';
import type { ControlOutage } from './control-outage.ts';
import type { InstanceGuards } from './life/instance-guards.ts';
import type { Placement } from './placement.ts';

/** What all parts of a control plane share. */
export interface Cluster {
  readonly engine: Engine;
  readonly log: ControlLog;
  readonly outage: ControlOutage;
  readonly placement: Placement;
  readonly guards: InstanceGuards;
  /** Room has become free: whatever waits for a place is tried again. */
  readonly freed: () => void;
  /** Calls back later; what a number of milliseconds that is `undefined` would end never ends. */
  readonly after: (ms: number | undefined, call: () => void) => void;
}
