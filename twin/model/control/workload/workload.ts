import type { ComponentModel } from '../../format/index.ts';
import type { Cluster } from '../cluster.ts';
import { Door } from '../life/door.ts';
import { InstanceLife } from '../life/instance-life.ts';
import type { LifeOwner } from '../life/instance-life.ts';
import type { Squeeze } from '../life/instance-shape.ts';
import type { Ailment, Version } from '../version.ts';
import { Census } from './census.ts';
import { ReadyMeasure } from './ready-measure.ts';
import { rolloutBounds, rolloutStep } from './rolling-update.ts';

/** Somebody who waits for something about a workload. */
interface Watch {
  readonly generation: number | undefined;
  readonly isDone: () => boolean;
  readonly done: () => void;
  readonly superseded: () => void;
}

/** A step that would follow from itself for ever is a defect; no rollout needs so many at one moment. */
const mostSteps = 100_000;

/** The instances of one component: as many as are wanted, of the version that is wanted, replaced as its rollout says. */
export class Workload implements LifeOwner {
  readonly component: number;
  readonly name: string;
  readonly door: Door;
  readonly draws: LifeOwner['draws'];
  readonly ailments = new Set<Ailment>();
  readonly squeezes = new Set<Squeeze>();
  readonly startAilments = new Set<Ailment>();
  leakPerRequestBytes = 0;
  /** Instances that are wanted, and of these how many nobody makes for now. */
  desired: number;
  withheld = 0;
  rollout: ComponentModel['rollout'];
  /** In place of the one of the model. */
  budget: ComponentModel['disruptionBudget'];
  /** All that there were, the current one last. */
  readonly versions: Version[] = [];
  restarts = 0;
  outOfMemoryKills = 0;
  readonly ready: ReadyMeasure;
  /** Grows whenever something else is wanted: a rollout, another number. */
  generation = 0;
  readonly #cluster: Cluster;
  readonly #census = new Census();
  #created = 0;
  #isReconciling = false;
  #mustReconcile = false;
  #watches: Watch[] = [];
  #peakBytes: number | null = null;
  #progress = '';
  #progressMs = 0;
  #deadlineGeneration = 0;
  #nextLookMs = -1;

  constructor(cluster: Cluster, component: number) {
    const { engine } = cluster;
    const declared = engine.program.components[component] as (typeof engine.program.components)[number];
    const { name, model } = declared;
    this.#cluster = cluster;
    this.component = component;
    this.name = name;
    this.door = new Door(engine, name);
    this.draws = {
      start: engine.draws.source(`${name} start`, model.startUp.time),
      added: engine.draws.source(`${name} routing added`, model.routing.added),
      removed: engine.draws.source(`${name} routing removed`, model.routing.removed),
    };
    this.desired = model.replicas;
    this.rollout = model.rollout;
    this.versions.push({ number: 1, model, ailments: new Set() });
    this.ready = new ReadyMeasure(engine.nowMs);
  }

  /** What instances are made from now. */
  get version(): Version {
    return this.versions.at(-1) as Version;
  }

  /** In the order of their creation, without those that are removed. */
  get lives(): readonly InstanceLife[] {
    return this.#census.lives;
  }

  /** Instances that count: those told to go do not. */
  get active(): readonly InstanceLife[] {
    return this.#census.activeLives;
  }

  /** How many instances serve. */
  get readyCount(): number {
    return this.#census.ready;
  }

  /** How many count as available. */
  get availableCount(): number {
    return this.#census.available(this.rollout.minReady);
  }

  /** The most memory that one instance took; `null` where none is modelled. */
  get memoryPeakBytes(): number | null {
    return this.lives.reduce((peak, life) => withPeak(peak, life), this.#peakBytes);
  }

  /** Makes the instances of which the model says where they stand when the run begins: others are placed around them. */
  startPlaced(): void {
    for (const node of this.version.model.placement.slice(0, this.desired)) {
      const life = this.#create();
      this.#cluster.placement.stands(life.placed, node);
      this.#beginWarm(life, node);
    }
  }

  /** Makes the others that are there when the run begins. */
  startWarm(): void {
    const { placement, log } = this.#cluster;
    while (this.lives.length < this.desired) {
      const life = this.#create();
      const place = placement.place(life.placed);
      if ('why' in place) log.tell(`${life.name} has no place: ${place.why}`, this.name);
      else this.#beginWarm(life, place.node?.name);
    }
    this.#count();
  }

  /** Wants another number of instances. */
  scale(replicas: number): void {
    this.desired = replicas;
    this.generation += 1;
    this.changed();
  }

  /** Wants instances of another version. */
  deploy(model: ComponentModel, ailments: Iterable<Ailment> = []): Version {
    const version = { number: this.versions.length + 1, model, ailments: new Set(ailments) };
    this.versions.push(version);
    this.generation += 1;
    this.#deadlineGeneration = this.generation;
    this.#progress = '';
    this.#cluster.log.tell(`rollout of version ${version.number} begins`, this.name);
    this.#watchDeadline();
    this.changed();
    return version;
  }

  /** Goes back to an earlier version, the one before where none is given. */
  redeploy(version: Version | undefined = this.versions.at(-2)): void {
    if (version !== undefined) this.deploy(version.model, version.ailments);
  }

  /** Changes what running instances have, and those to come. */
  changeInPlace(change: (model: ComponentModel) => ComponentModel): void {
    for (const version of new Set([this.version, ...this.lives.map((life) => life.version)]))
      version.model = change(version.model);
    this.refresh();
  }

  /** Whether there are just as many available instances of the current version as are wanted, and no others. */
  get isSettled(): boolean {
    const { version, rollout, desired } = this;
    const census = this.#census;
    return (
      census.active === desired &&
      census.activeOf(version) === desired &&
      census.available(rollout.minReady, version) === desired
    );
  }

  /**
   * Waits for something.
   *
   * @param isDone - Asked after each change.
   * @param superseded - Called in place of `done` when something else is wanted meanwhile.
   */
  when(isDone: () => boolean, done: () => void, superseded?: () => void): void {
    const generation = superseded === undefined ? undefined : this.generation;
    this.#watches.push({ generation, isDone, done, superseded: superseded ?? done });
    this.#tellWatches();
  }

  /** Applies changed faults to all instances. */
  refresh(): void {
    for (const life of [...this.lives]) life.refresh();
  }

  /** Something has changed. */
  changed = (): void => {
    this.#count();
    this.#mustReconcile = true;
    if (this.#isReconciling) return;
    this.#isReconciling = true;
    for (let step = 0; this.#mustReconcile && step < mostSteps; step++) {
      this.#mustReconcile = false;
      if (!this.#cluster.outage.isOut) this.#reconcile();
    }
    this.#isReconciling = false;
    this.#noteProgress();
    this.#tellWatches();
  };

  noted = (life: InstanceLife): void => {
    this.#census.note(life);
  };

  gone = (life: InstanceLife): void => {
    this.#peakBytes = withPeak(this.#peakBytes, life);
    this.#census.remove(life);
    this.#cluster.freed();
    this.changed();
  };

  ended = (): void => {
    const { caches, program } = this.#cluster.engine;
    for (const [at, cache] of program.caches.entries()) {
      // Each of several instances holds its part of what is cached.
      if (program.model.caches[cache]?.component === this.name) caches.lose(at, 1 / Math.max(1, this.desired));
    }
  };

  outOfMemory = (): void => {
    this.outOfMemoryKills += 1;
  };

  restarted = (): void => {
    this.restarts += 1;
  };

  /** Tries again to place what has no place. */
  placePending(): void {
    if (this.#census.pending === 0) return;
    const { placement, log } = this.#cluster;
    for (const life of this.lives.filter(({ phase }) => phase === 'pending')) {
      const place = placement.place(life.placed);
      if ('why' in place) continue;
      log.tell(`${life.name} is placed${place.node === undefined ? '' : ` on ${place.node.name}`}`, this.name);
      life.begin(place.node?.name);
    }
  }

  /** Forgets what was counted. */
  clear(): void {
    this.restarts = 0;
    this.outOfMemoryKills = 0;
    this.#peakBytes = null;
    for (const { memory } of this.lives) if (memory !== undefined) memory.peakBytes = 0;
    this.ready.clear(this.#cluster.engine.nowMs);
    for (const life of this.lives) life.checkMemory();
  }

  #beginWarm(life: InstanceLife, node: string | undefined): void {
    life.beginWarm(node, life.number / this.desired);
  }

  #create(): InstanceLife {
    const life = new InstanceLife(this.#cluster, this, this.version, ++this.#created);
    this.#census.add(life);
    return life;
  }

  #add(count: number): void {
    const { placement, log } = this.#cluster;
    for (let one = 0; one < count; one++) {
      const life = this.#create();
      const place = placement.place(life.placed);
      if ('why' in place) log.tell(`${life.name} is pending: ${place.why}`, this.name);
      else {
        log.tell(`${life.name} starts${place.node === undefined ? '' : ` on ${place.node.name}`}`, this.name);
        life.begin(place.node?.name);
      }
    }
  }

  #remove(from: readonly InstanceLife[], count: number): void {
    for (const life of [...from].sort(removedFirst).slice(0, count)) {
      this.#cluster.log.tell(`${life.name} is told to stop`, this.name);
      life.stop('gone');
    }
  }

  #reconcile(): void {
    const { version, rollout } = this;
    const census = this.#census;
    const wanted = Math.max(0, this.desired - this.withheld);
    if (census.activeOf(version) === census.active || rollout.strategy === 'on-delete') {
      if (census.active > wanted) this.#remove(this.active, census.active - wanted);
      else if (census.active < wanted && this.#mayCreate()) this.#add(wanted - census.active);
      return;
    }
    const { active } = this;
    const old = active.filter((life) => life.version !== version);
    if (rollout.strategy === 'recreate') {
      this.#remove(old, old.length);
      return;
    }
    const updated = active.filter((life) => life.version === version);
    const isAvailable = (life: InstanceLife): boolean => life.isAvailable(rollout.minReady);
    const oldAvailable = old.filter(isAvailable);
    const step = rolloutStep(
      {
        desired: wanted,
        updated: updated.length,
        updatedAvailable: updated.filter(isAvailable).length,
        old: old.length,
        oldAvailable: oldAvailable.length,
      },
      rolloutBounds(wanted, rollout),
    );
    this.#add(step.create);
    this.#remove(updated, step.removeUpdated);
    this.#remove(
      old.filter((life) => !isAvailable(life)),
      step.removeUnhealthy,
    );
    this.#remove(oldAvailable, step.removeOld);
    if (step.create + step.removeUpdated + step.removeUnhealthy + step.removeOld > 0) this.#mustReconcile = true;
  }

  /** Where all are replaced at once, the old ones are gone before a new one is made. */
  #mayCreate(): boolean {
    return this.rollout.strategy !== 'recreate' || this.lives.every((life) => life.version === this.version);
  }

  #count(): void {
    const { engine } = this.#cluster;
    this.ready.set(this.readyCount, engine.nowMs);
    const { minReady } = this.rollout;
    // All that become ready at one moment become available at one, and one look is enough for them.
    const lookMs = engine.nowMs + minReady;
    if (minReady <= 0 || this.#nextLookMs === lookMs) return;
    if (!this.lives.some(({ isReady, readySinceMs }) => isReady && readySinceMs === engine.nowMs)) return;
    this.#nextLookMs = lookMs;
    engine.at(lookMs, this.changed);
  }

  /** A rollout moves when it has more new instances, more that are available, or fewer old ones. */
  #noteProgress(): void {
    // Without a deadline nobody asks; each rollout begins anew.
    if (this.#deadlineGeneration === 0) return;
    const { version, rollout } = this;
    const census = this.#census;
    const updated = census.activeOf(version);
    const available = census.available(rollout.minReady, version);
    const progress = [updated, available, census.active - updated].join(' ');
    if (progress === this.#progress) return;
    this.#progress = progress;
    this.#progressMs = this.#cluster.engine.nowMs;
    if (!this.isSettled) return;
    this.#deadlineGeneration = 0;
    this.#cluster.log.tell(`rollout of version ${version.number} is complete`, this.name);
  }

  #watchDeadline(): void {
    const { engine, log } = this.#cluster;
    const generation = this.#deadlineGeneration;
    this.#progressMs = engine.nowMs;
    const look = (): void => {
      if (this.#deadlineGeneration !== generation) return;
      const dueMs = this.#progressMs + this.rollout.deadline;
      if (engine.nowMs < dueMs) engine.at(dueMs, look);
      else
        log.tell(
          `rollout of version ${this.version.number} has not moved for ${this.rollout.deadline / 1_000} s`,
          this.name,
        );
    };
    engine.at(engine.nowMs + this.rollout.deadline, look);
  }

  #tellWatches(): void {
    for (const watch of [...this.#watches]) {
      const isSuperseded = watch.generation !== undefined && watch.generation !== this.generation;
      if (!isSuperseded && !watch.isDone()) continue;
      this.#watches = this.#watches.filter((other) => other !== watch);
      if (isSuperseded) watch.superseded();
      else watch.done();
    }
  }
}

function withPeak(peak: number | null, { memory }: InstanceLife): number | null {
  return memory === undefined ? peak : Math.max(peak ?? 0, memory.peakBytes);
}

/** Who is removed first: those without a place, then those that do not serve, then the youngest. */
function removedFirst(left: InstanceLife, right: InstanceLife): number {
  const rank = ({ phase, isReady }: InstanceLife): number => (phase === 'pending' ? 0 : isReady ? 2 : 1);
  return rank(left) - rank(right) || right.number - left.number;
}
