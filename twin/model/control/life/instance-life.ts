import { causes } from '../../engine/cause.ts';
import { instanceField, instanceStates } from '../../engine/instances.ts';
import type { Cluster } from '../cluster.ts';
import type { Placed } from '../placement.ts';
import { combined } from '../version.ts';
import type { Version } from '../version.ts';
import type { Door } from './door.ts';
import { InstanceDoor } from './instance-door.ts';
import { shapeInstance } from './instance-shape.ts';
import { setWorkers } from './worker-bound.ts';
import type { Squeeze } from './instance-shape.ts';
import { MemoryUse } from './memory-use.ts';
import { Probes } from './probes.ts';
import { RestartBackoff } from './restart-backoff.ts';
import { RouteSwitch } from './route-switch.ts';
import type { Ailment } from '../version.ts';

/**
 * Where an instance is: without a place; its process starting, up, or waiting for its restart; ended for good but still
 * counted; told to stop; or removed.
 */
export type LifePhase = 'pending' | 'starting' | 'up' | 'waiting' | 'ended' | 'stopping' | 'gone';

/** What follows when a process that was told to stop has ended; `as-failed`: what the policy says of a failure. */
export type AfterStop = 'gone' | 'start' | 'ended' | 'as-failed';

/** How a process ended. */
type Exit = 'failed' | 'out-of-memory' | 'stopped' | 'killed' | 'lost';

const exitWords = {
  failed: 'exits with an error',
  'out-of-memory': 'is killed: out of memory',
  killed: 'is killed',
  lost: 'is lost with its node',
} as const;

/** What instances of one component have in common, kept by whoever looks after them. */
export interface LifeOwner {
  readonly component: number;
  readonly name: string;
  readonly door: Door;
  /** Delays until a process can do something, until callers know of an instance, until they have forgotten it. */
  readonly draws: { readonly start: number; readonly added: number; readonly removed: number };
  /** What faults do to all instances. */
  readonly ailments: ReadonlySet<Ailment>;
  readonly squeezes: ReadonlySet<Squeeze>;
  /** What is wrong with instances that start from now on, and stays with them. */
  readonly startAilments: ReadonlySet<Ailment>;
  readonly leakPerRequestBytes: number;
  /** Whether an instance counts, or is ready, may have changed. */
  readonly noted: (life: InstanceLife) => void;
  /** Something about an instance changed that may call for a decision. */
  readonly changed: () => void;
  /** An instance is removed; its place is free. */
  readonly gone: (life: InstanceLife) => void;
  /** A process ended, with all that it had in memory. */
  readonly ended: () => void;
  /** A process ended for want of memory. */
  readonly outOfMemory: () => void;
  readonly restarted: () => void;
}

/** After so long without a sign of a node Kubernetes sends nobody there (`--node-monitor-grace-period`). */
const nodeMonitorGraceMs = 40_000;

/** So often the slowdown of a cold instance is set anew on its way to none. */
const warmUpSteps = 32;

/** One instance from its creation to its removal, over all the processes that it has meanwhile. */
export class InstanceLife {
  /** `web-3`: the component and `number`. */
  readonly name: string;
  /** Counted from 1 over all instances that the component ever had. */
  readonly number: number;
  readonly version: Version;
  readonly placed: Placed;
  /** Of the engine; -1 before it has a place. */
  instance = -1;
  node: string | undefined;
  #phase: LifePhase = 'pending';
  #isReady = false;
  /** Whether its readiness probe took it out of the routes, and has not let it in again. */
  #wasUnready = false;
  readySinceMs = Infinity;
  restarts = 0;
  readonly memory: MemoryUse | undefined;
  /** What faults do to this one only. */
  readonly ailments = new Set<Ailment>();
  readonly squeezes = new Set<Squeeze>();
  readonly #cluster: Cluster;
  readonly #owner: LifeOwner;
  readonly #backoff: RestartBackoff;
  #routes: RouteSwitch | undefined;
  #door: InstanceDoor | undefined;
  #probes: Probes | undefined;
  /** Counts processes and their ends, so that what was planned for an earlier one is known for stale. */
  #run = 0;
  #startedMs = 0;
  #warmth = 1;
  #hasProcess = false;
  #after: AfterStop | undefined;
  /** Its node is gone: what is sent to it gets no answer. */
  #isLost = false;

  constructor(cluster: Cluster, owner: LifeOwner, version: Version, number: number) {
    this.#cluster = cluster;
    this.#owner = owner;
    this.version = version;
    this.number = number;
    this.name = `${owner.name}-${number}`;
    const { reserves, volume, memory, restart } = version.model;
    this.placed = { component: owner.name, cores: reserves.cpu, memoryBytes: reserves.memory, volume };
    this.memory = memory === undefined ? undefined : new MemoryUse(memory);
    this.#backoff = new RestartBackoff(restart);
  }

  get phase(): LifePhase {
    return this.#phase;
  }

  /** Whether it serves. */
  get isReady(): boolean {
    return this.#isReady;
  }

  /** Whether it has ended its process and will not count any more. */
  get isLeaving(): boolean {
    return this.phase === 'gone' || (this.phase === 'stopping' && this.#after === 'gone');
  }

  /** Whether it has been ready for so long that it counts as available. */
  isAvailable(minReadyMs: number): boolean {
    return this.isReady && this.#cluster.engine.nowMs >= this.readySinceMs + minReadyMs;
  }

  /** It has a place, and its first process begins. */
  begin(node: string | undefined): void {
    this.#place(node);
    this.#start();
  }

  /**
   * It has a place, and has been running for long: ready, warm, known to all callers.
   *
   * @param probeShare - Where it is in its period of probing, from 0 to 1: estates do not probe in step.
   */
  beginWarm(node: string | undefined, probeShare: number): void {
    this.#place(node);
    this.#run += 1;
    this.#hasProcess = true;
    this.#startedMs = -Infinity;
    this.#enter('up');
    this.#setState(instanceStates.running);
    this.#shape();
    this.#guard();
    this.#routes?.setAtOnce();
    this.#setReady(true);
    this.readySinceMs = -Infinity;
    this.#probes = this.#newProbes();
    this.#probes.startWarm(probeShare);
  }

  /** A process that was there from the beginning looks up whom it calls, and takes messages. */
  joinWarm(): void {
    const { engine } = this.#cluster;
    engine.clients.lookUp(this.instance);
    engine.queues.join(this.instance);
    this.checkMemory();
  }

  /** Applies what faults and settings have changed to the process that is there. */
  refresh(): void {
    if (this.instance < 0 || !this.#hasProcess) return;
    const { memory } = this.version.model;
    if (this.memory !== undefined && memory !== undefined) this.memory.model = memory;
    this.#shape();
    this.#guard();
    this.checkMemory();
    this.#probes?.reconsider();
  }

  /**
   * Ends the process at once, and lets the policy say what follows. The kernel of its node is still there and resets its
   * connections (RFC 9293, 3.5.2; RFC 2525, 2.17): callers hear of it at once.
   */
  kill(exit: Exit = 'killed'): void {
    if (!this.#hasProcess) return;
    this.#exit(exit);
  }

  /** Ends it at once and for ever: its node is gone. */
  lose(): void {
    if (this.phase === 'gone') return;
    this.#follow('gone');
    this.#letGo();
    if (this.#hasProcess) this.#exit('killed');
    else this.#end();
  }

  /**
   * Its node is gone without a word: nothing closes its connections, so that callers get no answer to what is in it or still
   * sent there, and wait until they give up (RFC 9293, 3.5.1: a peer learns of a crash only from the reset of a host that is
   * there). Nothing restarts it as long as the node is away.
   */
  loseNode(): void {
    if (this.phase === 'gone' || this.#isLost) return;
    if (this.#hasProcess) this.#exit('lost');
    else {
      this.#run += 1;
      this.#isLost = true;
      this.#end();
    }
  }

  /** Starts one that was stopped and left, or whose node is back. */
  startAgain(): void {
    if (this.phase !== 'ended') return;
    this.#follow(undefined);
    this.#letGo();
    this.#start();
  }

  /**
   * Tells the process to stop: no new requests after `preStop`, those that are there are finished or not, and what is left
   * after `grace` is killed.
   *
   * @param after - What follows then.
   */
  stop(after: AfterStop): void {
    if (this.phase === 'gone') return;
    const isStopping = this.phase === 'stopping';
    // Whoever is to be removed is not restarted.
    if (this.#after !== 'gone') this.#follow(after);
    if (isStopping) return;
    if (!this.#hasProcess) {
      this.#end();
      return;
    }
    this.#enter('stopping');
    this.#probes?.stop();
    this.#unready();
    const { engine } = this.#cluster;
    const { preStop, grace } = this.version.model.shutdown;
    const run = this.#run;
    const ofRun = (act: () => void) => (): void => {
      if (run === this.#run) act();
    };
    engine.at(
      engine.nowMs + grace,
      ofRun(() => this.#exit('killed')),
    );
    if (preStop <= 0) this.#terminate();
    else if (preStop < grace)
      engine.at(
        engine.nowMs + preStop,
        ofRun(() => this.#terminate()),
      );
    this.#owner.changed();
  }

  /** Memory kept by a fault. */
  leak(bytes: number): void {
    if (!this.#hasProcess) return;
    this.memory?.keep(bytes);
    this.checkMemory();
  }

  /** Kills it where it takes more memory than it may. */
  checkMemory(): void {
    if (this.#hasProcess && this.#isAboveMemory(0)) this.#killForMemory();
  }

  /** How many requests are in it. */
  get inFlight(): number {
    return this.instance < 0 ? 0 : (this.#words[(this.instance << 4) + instanceField.inFlight] as number);
  }

  get #words(): Int32Array {
    return this.#cluster.engine.instances.words;
  }

  /** Whoever waits for an answer of a lost one hears now that there is none. */
  #letGo(): void {
    if (!this.#isLost) return;
    this.#isLost = false;
    if (this.instance >= 0) this.#cluster.engine.kill(this.instance);
  }

  /** Whether its node is gone. */
  get isLost(): boolean {
    return this.#isLost;
  }

  #enter(phase: LifePhase): void {
    this.#phase = phase;
    this.#owner.noted(this);
  }

  #setReady(isReady: boolean): void {
    this.#isReady = isReady;
    this.#owner.noted(this);
  }

  /** Decides what follows its end. */
  #follow(after: AfterStop | undefined): void {
    this.#after = after;
    this.#owner.noted(this);
  }

  #place(node: string | undefined): void {
    const { engine } = this.#cluster;
    const { component, draws } = this.#owner;
    this.node = node;
    this.instance = engine.addInstance(component);
    this.#routes = new RouteSwitch(this.#cluster, this.instance, draws.added, draws.removed);
  }

  #setState(state: number): void {
    this.#words[(this.instance << 4) + instanceField.state] = state;
  }

  #all(): ReturnType<typeof combined> {
    return combined([...this.version.ailments, ...this.#owner.ailments, ...this.ailments]);
  }

  #shape(): void {
    const squeezes = [...this.#owner.squeezes, ...this.squeezes];
    shapeInstance(
      this.#cluster.engine,
      this.instance,
      this.version.model,
      squeezes,
      this.#warmth * this.#all().slowdown,
    );
  }

  #start(): void {
    const { engine, outage, log } = this.#cluster;
    for (const ailment of this.#owner.startAilments) this.ailments.add(ailment);
    const { lacks, startDelayMs, livesMs } = this.#all();
    const run = ++this.#run;
    this.#startedMs = engine.nowMs;
    if (lacks !== undefined) {
      this.#enter('waiting');
      log.tell(`${this.name} cannot start: ${lacks}`, this.#owner.name);
      const againMs = engine.nowMs + Math.max(this.#backoff.nextMs(0), this.version.model.restart.backoff);
      engine.at(againMs, () =>
        outage.whenUp(() => {
          if (run === this.#run) this.#start();
        }),
      );
      this.#owner.changed();
      return;
    }
    this.#enter('starting');
    this.#hasProcess = true;
    // Connections of the process before are gone with it.
    this.#words[(this.instance << 4) + instanceField.pools] = -1;
    this.#setState(instanceStates.starting);
    engine.instances.comes(this.instance, engine.nowMs);
    this.#warmth = this.version.model.startUp.warmUp?.slowdown ?? 1;
    this.memory?.begin();
    this.#shape();
    this.#guard();
    this.#probes = this.#newProbes();
    const { draws } = engine;
    const upMs = engine.nowMs + draws.next(this.#owner.draws.start) + startDelayMs;
    const begun = (): void => {
      if (run === this.#run) this.#begun();
    };
    if (upMs <= engine.nowMs) begun();
    else engine.at(upMs, begun);
    if (run !== this.#run) return;
    // A process that is up at once answers its first probe.
    this.#probes.start();
    if (livesMs !== Infinity)
      engine.at(engine.nowMs + livesMs, () => {
        if (run === this.#run) this.#exit('failed');
      });
    this.#owner.changed();
  }

  #begun(): void {
    const { engine } = this.#cluster;
    const run = this.#run;
    engine.clients.lookUp(this.instance);
    const operation = engine.program.components[this.#owner.component]?.startOperation ?? -1;
    if (operation < 0) {
      this.#up();
      return;
    }
    engine.ask(this.instance, operation, (cause) => {
      // Not in the middle of the answer: what follows may end instances whose requests are just being run.
      engine.at(engine.nowMs, () => {
        if (run !== this.#run) return;
        if (cause !== 0) this.#exit('failed');
        else if (this.phase === 'starting') this.#up();
      });
    });
  }

  #up(): void {
    const { engine } = this.#cluster;
    this.#enter('up');
    this.#setState(instanceStates.running);
    this.checkMemory();
    if (!this.#hasProcess) return;
    this.#warmUp();
    this.#guard();
    engine.queues.join(this.instance);
    engine.settle();
    this.#probes?.processIsUp();
  }

  #warmUp(): void {
    const { engine } = this.#cluster;
    const { warmUp } = this.version.model.startUp;
    if (warmUp === undefined) return;
    const run = this.#run;
    const beganMs = engine.nowMs;
    const step = (at: number): void => {
      if (run !== this.#run) return;
      // In the middle of each step it is as slow as on the line.
      this.#warmth = at === warmUpSteps ? 1 : warmUp.slowdown - ((at + 0.5) / warmUpSteps) * (warmUp.slowdown - 1);
      this.#shape();
      if (at < warmUpSteps) engine.at(beganMs + (warmUp.for * (at + 1)) / warmUpSteps, () => step(at + 1));
    };
    step(0);
  }

  #newProbes(): Probes {
    const { engine } = this.#cluster;
    const run = this.#run;
    return new Probes({
      engine,
      instance: this.instance,
      component: this.#owner.component,
      model: this.version.model,
      startedMs: this.#startedMs,
      isUp: () => run === this.#run && this.phase === 'up' && !this.#isPaused(),
      isNeverReady: () => this.#all().isNeverReady,
      ready: (isReady) => {
        if (isReady) {
          if (this.#wasUnready) this.#cluster.log.tell(`${this.name} is ready again`, this.#owner.name);
          this.#wasUnready = false;
          this.#ready();
          return;
        }
        if (this.isReady) {
          this.#wasUnready = true;
          this.#cluster.log.tell(`${this.name} is no longer ready: its readiness probe failed`, this.#owner.name);
        }
        this.#unready();
      },
      unhealthy: (which) =>
        this.#cluster.outage.whenUp(() => {
          if (run !== this.#run || this.phase === 'stopping') return;
          this.#cluster.log.tell(`${this.name} is restarted: its ${which} probe failed`, this.#owner.name);
          this.stop('as-failed');
        }),
    });
  }

  #isPaused(): boolean {
    return [...this.#owner.squeezes, ...this.squeezes].some(({ isPaused }) => isPaused === true);
  }

  #ready(): void {
    if (this.isReady || this.phase !== 'up') return;
    const { engine } = this.#cluster;
    this.#setReady(true);
    this.readySinceMs = engine.nowMs;
    this.#routes?.set(true);
    this.#owner.changed();
  }

  #unready(): void {
    this.#routes?.set(false);
    if (!this.isReady) return;
    this.#setReady(false);
    this.readySinceMs = Infinity;
    this.#owner.changed();
  }

  #terminate(): void {
    const { engine } = this.#cluster;
    engine.queues.leave(this.instance);
    if (!this.version.model.shutdown.drains || this.inFlight === 0) {
      this.#exit('stopped');
      return;
    }
    this.#setState(instanceStates.draining);
    this.#guard();
  }

  #exit(exit: Exit): void {
    const { engine, log, guards } = this.#cluster;
    const { name, outOfMemory } = this.#owner;
    const ranMs = engine.nowMs - this.#startedMs;
    this.#run += 1;
    this.#hasProcess = false;
    this.#probes?.stop();
    engine.queues.leave(this.instance);
    engine.clients.forget(this.instance);
    const wasRouted = engine.routes.instances(this.#owner.component).includes(this.instance);
    engine.kill(this.instance, exit === 'lost');
    this.#isLost = exit === 'lost';
    if (wasRouted && this.#isLost) {
      // Nobody refuses: what is sent there waits for a worker that never comes.
      this.#setState(instanceStates.starting);
      guards.set(this.instance, undefined);
      setWorkers(engine, this.instance, 0);
      engine.routes.add(this.instance);
      this.#routes?.set(false, nodeMonitorGraceMs);
    } else if (wasRouted) {
      // Callers learn of it when routing does; until then nobody answers there.
      guards.set(this.instance, { admit: () => causes.refused, served: () => undefined });
      engine.routes.add(this.instance);
    }
    if (exit !== 'stopped') {
      log.tell(`${this.name} ${exitWords[exit]}`, name);
    }
    this.#owner.ended();
    if (exit === 'out-of-memory') outOfMemory();
    const usual = this.#after ?? this.#policyAfter(exit);
    const wanted = exit === 'lost' && usual !== 'gone' ? 'ended' : usual;
    const after = wanted === 'as-failed' ? this.#policyAfter('failed') : wanted;
    this.#enter('waiting');
    this.#unready();
    if (after === 'start')
      this.#restart(wanted === 'start' && this.#after !== undefined ? 0 : this.#backoff.nextMs(ranMs));
    else this.#end();
  }

  #policyAfter(exit: Exit): AfterStop {
    const { when } = this.version.model.restart;
    return when === 'always' || (when === 'on-failure' && exit !== 'stopped') ? 'start' : 'ended';
  }

  #restart(waitMs: number): void {
    const { engine, outage, log } = this.#cluster;
    const run = this.#run;
    this.#enter('waiting');
    this.#follow(undefined);
    const start = (): void => {
      if (run !== this.#run || this.phase !== 'waiting') return;
      this.restarts += 1;
      this.#owner.restarted();
      log.tell(`${this.name} is started again`, this.#owner.name);
      this.#start();
    };
    if (waitMs > 0) log.tell(`${this.name} waits ${waitMs / 1_000} s for its restart`, this.#owner.name);
    this.#owner.changed();
    // Whoever asked for its end is done with it first.
    engine.at(engine.nowMs + waitMs, () => outage.whenUp(start));
  }

  #end(): void {
    if (this.#after !== 'gone') {
      this.#enter('ended');
      this.#follow(undefined);
      this.#owner.changed();
      return;
    }
    this.#run += 1;
    this.#enter('gone');
    this.#cluster.placement.remove(this.placed);
    this.#owner.gone(this);
  }

  #isAboveMemory(coming: number): boolean {
    if (this.memory === undefined) return false;
    let pressureBytes = 0;
    let limitBytes = Infinity;
    for (const squeezes of [this.#owner.squeezes, this.squeezes]) {
      for (const squeeze of squeezes) {
        pressureBytes += squeeze.pressureBytes ?? 0;
        limitBytes = Math.min(limitBytes, squeeze.memoryLimitBytes ?? Infinity);
      }
    }
    return this.memory.isAbove(this.inFlight + coming, pressureBytes, limitBytes);
  }

  #killForMemory(): void {
    const { engine } = this.#cluster;
    const run = this.#run;
    // Not at once: whoever noticed is in the middle of something on this very instance.
    engine.at(engine.nowMs, () => {
      if (run === this.#run) this.#exit('out-of-memory');
    });
  }

  /** Guards it where something has to be asked or counted for each request, and only there. */
  #guard(): void {
    const { engine, guards } = this.#cluster;
    const { door } = this.#owner;
    const { admission } = this.version.model;
    const { failingRatio } = this.#all();
    const state = this.#words[(this.instance << 4) + instanceField.state];
    const isDraining = state === instanceStates.draining;
    const isClosed = isDraining || state === instanceStates.starting;
    this.#door ??= new InstanceDoor(admission);
    const instanceDoor = this.#door;
    if (!isClosed && this.memory === undefined && admission === undefined && failingRatio === 0 && door.isOpen) {
      guards.set(this.instance, undefined);
      return;
    }
    const startOperation = engine.program.components[this.#owner.component]?.startOperation ?? -1;
    guards.set(this.instance, {
      admit: (operation) => {
        if (operation !== startOperation) {
          if (isClosed) return causes.refused;
          const cause = instanceDoor.refuses(engine.nowMs, this.inFlight) || door.refuses(operation, failingRatio);
          if (cause !== 0) return cause;
        }
        if (this.#isAboveMemory(1)) this.#killForMemory();
        return 0;
      },
      served: () => {
        this.memory?.served();
        if (this.#owner.leakPerRequestBytes > 0) this.memory?.keep(this.#owner.leakPerRequestBytes);
        if (isDraining && this.inFlight === 0) {
          const run = this.#run;
          // The request that leaves is not yet put away.
          engine.at(engine.nowMs, () => {
            if (run === this.#run && this.inFlight === 0) this.#exit('stopped');
          });
        }
      },
    });
  }
}
