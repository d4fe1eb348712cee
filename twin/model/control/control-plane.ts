import type { Engine } from '../engine/engine.ts';
import type { Cluster } from './cluster.ts';
import { ControlLog } from './control-log.ts';
import { ControlOutage } from './control-outage.ts';
import { InstanceGuards } from './life/instance-guards.ts';
import { instanceField, instanceStates } from '../engine/instances.ts';
import { Placement } from './placement.ts';
import { Workload } from './workload/workload.ts';

/** What a run shows of the instances of one component. */
export interface ComponentMeasures {
  readonly component: string;
  /** Ready instances: mean over time, the fewest, the most. */
  readonly instances: { readonly mean: number; readonly min: number; readonly max: number };
  readonly restarts: number;
  readonly outOfMemoryKills: number;
  /** Of the instance that took most; `null` where memory is not modelled. */
  readonly memoryPeakBytes: number | null;
}

/**
 * What looks after the instances of a model: starts, probes, restarts, replaces, places and scales them, in the clock of
 * the engine that runs their requests.
 */
export class ControlPlane {
  readonly log: ControlLog;
  readonly workloads: readonly (Workload | undefined)[];
  readonly #cluster: Cluster;

  constructor(engine: Engine) {
    this.log = new ControlLog(() => engine.nowMs);
    this.#cluster = {
      engine,
      log: this.log,
      outage: new ControlOutage(),
      placement: new Placement(engine.program.model.nodes),
      guards: new InstanceGuards(engine),
      freed: () => this.#placePending(),
    };
    this.workloads = engine.program.components.map(({ isOutside }, at) =>
      isOutside ? undefined : new Workload(this.#cluster, at),
    );
  }

  /** Brings up what is there at the start of the run: the estate has been running for long. */
  start(): void {
    const { engine } = this.#cluster;
    const { components } = engine.program;
    for (const workload of this.workloads) workload?.startWarm();
    // Whom they call must be there before anybody looks up or takes a message.
    for (const [at, { isOutside }] of components.entries()) {
      if (!isOutside) continue;
      const sender = engine.addInstance(at);
      engine.instances.words[(sender << 4) + instanceField.state] = instanceStates.running;
      engine.routes.add(sender);
      engine.clients.lookUp(sender);
    }
    for (const workload of this.workloads) {
      for (const life of workload?.lives ?? []) if (life.phase === 'up') life.joinWarm();
    }
    engine.settle();
  }

  /** What happened, bounded; how much was left out is in `log.leftOut`. */
  get events(): ControlLog['events'] {
    return this.log.events;
  }

  /** What was measured since the start, or since `clear`. */
  measures(): readonly ComponentMeasures[] {
    const { nowMs } = this.#cluster.engine;
    return this.workloads
      .filter((workload) => workload !== undefined)
      .map((workload) => ({
        component: workload.name,
        instances: workload.ready.read(nowMs),
        restarts: workload.restarts,
        outOfMemoryKills: workload.outOfMemoryKills,
        memoryPeakBytes: workload.memoryPeakBytes,
      }));
  }

  /** Forgets what was counted; events stay. */
  clear(): void {
    for (const workload of this.workloads) workload?.clear();
  }

  #placePending(): void {
    this.#cluster.outage.whenUp(() => {
      for (const workload of this.workloads) workload?.placePending();
    });
  }
}
