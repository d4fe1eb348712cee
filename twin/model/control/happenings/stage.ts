import type { Action, ActionName, ActionOf, Fault, FaultName, FaultOf } from '../../../../src/kernel/index.ts';
import type { Autoscaler } from '../autoscaler.ts';
import type { Certificate } from '../certificates.ts';
import type { Cluster } from '../cluster.ts';
import type { NodeDrain } from '../node-drain.ts';
import type { People } from '../people.ts';
import type { Ailment } from '../version.ts';
import type { Workload } from '../workload/workload.ts';
import type { CallDisturbances } from './call-disturbances.ts';
import type { LoadFactors } from './load-factors.ts';

/** All that actions and faults may touch. */
export interface Stage {
  readonly cluster: Cluster;
  readonly workloads: ReadonlyMap<string, Workload>;
  readonly autoscalers: Map<string, Autoscaler>;
  readonly certificates: Map<string, Certificate>;
  readonly people: People;
  readonly calls: CallDisturbances;
  readonly load: LoadFactors;
  /** Drains that are going on, by node. */
  readonly drains: Map<string, NodeDrain>;
  /** What keeps a lock from outside the model, by lock: each ends one hold. */
  readonly lockHolds: Map<string, Set<() => void>>;
  /** What the next image of a component is like, by component. */
  readonly nextImage: Map<string, Set<Ailment>>;
  /** How rollbacks of a component fail, by component. */
  readonly rollbackFails: Map<string, FaultOf<'rollback-fails'>['how']>;
  /** Rules that actions have set at doors, by what they are about, so that another one takes their place. */
  readonly doorRules: Map<string, () => void>;
}

/** Tells that an action is over: done, or why it cannot be. */
export type Done = (problem?: string) => void;

/** Carries one kind of action out. */
export type Perform<Kind extends ActionName> = (stage: Stage, action: ActionOf<Kind>, done: Done) => void;

/** What came of a fault: how to end it, or why it could not be. */
export interface Injection {
  readonly problem?: string;
  readonly end?: () => void;
}

/** Lets one kind of fault happen. */
export type Inject<Kind extends FaultName> = (stage: Stage, fault: FaultOf<Kind>) => Injection;

/** Any action or fault. */
export type Happening = Action | Fault;

/** Why nothing can be done with a name. */
export const noComponent = (name: string): string => `the model has no component ${name}`;
