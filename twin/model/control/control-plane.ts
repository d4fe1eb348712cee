import type { Engine } from '../engine/engine.ts';
import type { Cluster } from './cluster.ts';
import { ControlLog } from './control-log.ts';
import { ControlOutage } from './control-outage.ts';
import { Autoscaler } from './autoscaler.ts';
import { Certificate } from './certificates.ts';
import { CallDisturbances } from './happenings/call-disturbances.ts';
import { LoadFactors } from './happenings/load-factors.ts';
import type { Stage } from './happenings/stage.ts';
import { Timeline } from './happenings/timeline.ts';
import type { HappeningOutcome } from './happenings/timeline.ts';
import { People } from './people.ts';
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
  readonly #timeline: Timeline;
  readonly #stage: Stage;

  constructor(engine: Engine) {
    this.log = new ControlLog(() => engine.nowMs);
    this.#cluster = {
      engine,
      log: this.log,
      outage: new ControlOutage(),
      placement: new Placement(engine.program.model.nodes),
      guards: new InstanceGuards(engine),
      freed: () => this.#placePending(),
      after: (ms, call) => {
        if (ms !== undefined) engine.at(engine.nowMs + ms, call);
      },
    };
    this.workloads = engine.program.components.map(({ isOutside }, at) =>
      isOutside ? undefined : new Workload(this.#cluster, at),
    );
    const workloads = this.workloads.filter((workload) => workload !== undefined);
    this.#timeline = new Timeline(() => this.#stage);
    this.#stage = {
      cluster: this.#cluster,
      workloads: new Map(workloads.map((workload) => [workload.name, workload])),
      autoscalers: new Map(),
      certificates: new Map(),
      people: new People(this.#cluster, (action, done) => this.#timeline.perform(action, done)),
      calls: new CallDisturbances(engine),
      load: new LoadFactors(engine),
      drains: new Map(),
      lockHolds: new Map(),
      nextImage: new Map(),
      rollbackFails: new Map(),
      doorRules: new Map(),
    };
  }

  /** Brings up what is there at the start of the run: the estate has been running for long. */
  start(): void {
    const { engine } = this.#cluster;
    const { components } = engine.program;
    for (const workload of this.workloads) workload?.startPlaced();
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
    for (const workload of this.workloads) if (workload !== undefined) this.#attend(workload);
    this.#timeline.start();
  }

  /** What became of each entry of the timeline, and of what people did who were paged, in the order in which they began. */
  get outcomes(): readonly HappeningOutcome[] {
    return this.#timeline.outcomes;
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

  /** Forgets what was counted; events stay. To be called before the engine's own sums begin anew. */
  clear(): void {
    for (const workload of this.workloads) workload?.clear();
    for (const scaler of this.#stage.autoscalers.values()) scaler.clear();
  }

  /** Starts what acts on a workload by itself. */
  #attend(workload: Workload): void {
    const { autoscaler, certificate } = workload.version.model;
    if (autoscaler !== undefined) {
      const scaler = new Autoscaler(this.#cluster, workload, autoscaler);
      this.#stage.autoscalers.set(workload.name, scaler);
      scaler.start();
    }
    if (certificate === undefined) return;
    const watched = new Certificate(this.#cluster, workload.component, certificate.expires);
    this.#stage.certificates.set(workload.name, watched);
    watched.start(certificate.renews);
  }

  #placePending(): void {
    this.#cluster.outage.whenUp(() => {
      for (const workload of this.workloads) workload?.placePending();
    });
  }
}
