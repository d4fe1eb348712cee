import type { RandomDraws } from '../random/random-draws.ts';
import { Clients } from './clients.ts';
import { Branches } from './branches.ts';
import { Callbacks } from './callbacks.ts';
import type { Ended } from './callbacks.ts';
import { causes } from './cause.ts';
import { Caches } from './caches.ts';
import type { EngineCore } from './engine-core.ts';
import { Deadlines } from './deadlines.ts';
import { EventQueue, eventKinds } from './event-queue.ts';
import { FrameRing } from './frame-ring.ts';
import { frameField, frameFlag, Frames, frameTime } from './frames.ts';
import { instanceField, instanceNumber, Instances, instanceStates, processorModes } from './instances.ts';
import { instruction } from './instruction.ts';
import { Locks } from './locks.ts';
import { MessageQueues } from './message-queues.ts';
import { OutcomeTallies } from './outcome-tallies.ts';
import { capacityOf, processorPlan } from './processor-plan.ts';
import type { CallSite, Program, ProgramOperation } from './program.ts';
import { Routes } from './routes.ts';
import { SharedProcessor } from './shared-processor.ts';
import { Sources } from './sources.ts';
import { WaitQueues } from './wait-queues.ts';

/** 100 MB of frames: what an overload may fill before requests are refused wherever they come. */
const mostFrames = 1 << 20;

// The optimising compiler takes constants of the module itself for constants, and properties of what is imported for
// anything: with those in the loop, a tandem of stations ran at 1.42 million requests a second instead of 1.60.
const { arrived: ARRIVED, work: WORK, asked: ASKED } = frameTime;
const { gone: STATE_GONE, starting: STATE_STARTING } = instanceStates;
const { instance: INSTANCE, at: AT, parent: PARENT, flags: FLAGS } = frameField;
const { site: SITE, root: ROOT, cause: CAUSE, sequence: SEQUENCE } = frameField;
const { exclusive: EXCLUSIVE_PROCESSORS, shared: SHARED_PROCESSORS, unlimited: UNLIMITED_PROCESSORS } = processorModes;
const {
  busy: BUSY_SUM,
  demand: DEMAND_SUM,
  left: LEFT_SUM,
  presence: PRESENCE_SUM,
  slowdown: SLOWDOWN,
  visits: VISITS_SUM,
  queued: QUEUED_SUM,
  unbounded: UNBOUNDED_SUM,
  waited: WAITED_SUM,
  working: WORKING_SUM,
} = instanceNumber;
const {
  answered: EVENT_ANSWERED,
  arrival: EVENT_ARRIVAL,
  callback: EVENT_CALLBACK,
  deadline: EVENT_DEADLINE,
  processor: EVENT_PROCESSOR,
  received: EVENT_RECEIVED,
  retry: EVENT_RETRY,
  waited: EVENT_WAITED,
  worked: EVENT_WORKED,
} = eventKinds;
const {
  cache: DO_CACHE,
  call: DO_CALL,
  choose: DO_CHOOSE,
  detach: DO_DETACH,
  end: DO_END,
  fail: DO_FAIL,
  forgive: DO_FORGIVE,
  jump: DO_JUMP,
  lock: DO_LOCK,
  parallel: DO_PARALLEL,
  publish: DO_PUBLISH,
  unlock: DO_UNLOCK,
  wait: DO_WAIT,
  work: DO_WORK,
} = instruction;
const {
  busy: BUSY,
  capacity: CAPACITY,
  inFlight: IN_FLIGHT,
  isGuarded: IS_GUARDED,
  mode: MODE,
  mostInFlight: MOST_IN_FLIGHT,
  pools: POOLS,
  processors: PROCESSORS,
  state: STATE,
  watermark: WATERMARK,
  workers: WORKERS,
  working: WORKING,
} = instanceField;
const {
  abandoned: IS_ABANDONED,
  elaborate: IS_ELABORATE,
  fromCallback: FROM_CALLBACK,
  fromQueue: FROM_QUEUE,
  fromSource: FROM_SOURCE,
  hasWorker: HAS_WORKER,
  sharing: IS_SHARING,
  strand: IS_STRAND,
  travelling: IS_TRAVELLING,
} = frameFlag;

/**
 * Runs a program: requests through the components that serve them, event by event. Everything that happens per request is
 * in typed arrays and allocates nothing; what happens rarely (the control plane, faults) comes in by `at`.
 *
 * The loop runs one frame until it has to wait, then whatever became runnable by that, then takes the next event.
 */
export class Engine implements EngineCore {
  nowMs = 0;
  /** Whether `stop` was called: time stands still since. */
  isStopped = false;
  /** Events that were handled. */
  events = 0;
  readonly queue = new EventQueue();
  readonly frames = new Frames(mostFrames);
  readonly waits = new WaitQueues(this.frames);
  readonly deadlines = new Deadlines(this.queue, this.frames);
  readonly instances = new Instances();
  readonly processors: (SharedProcessor | undefined)[] = [];
  /** By instance: who waits for a worker. */
  readonly workerQueues: FrameRing[] = [];
  /** By instance: who waits for a processor to have for itself. */
  readonly processorQueues: FrameRing[] = [];
  readonly tallies: OutcomeTallies;
  readonly routes: Routes;
  readonly clients: Clients;
  readonly locks: Locks;
  readonly queues: MessageQueues;
  readonly caches: Caches;
  readonly sources: Sources;
  /** By site: whether a call from there is more than sending it to the next instance. */
  readonly isElaborate: Uint8Array;
  /** How many requests found as many in their instance as may be there, by component. */
  readonly refused: Float64Array;
  /** Asked before a request is admitted by an instance whose `isGuarded` is set; gives a cause to refuse with, or 0. */
  guard: (instance: number, operation: number) => number = () => 0;
  /** Told when a request has left an instance whose `isGuarded` is set. */
  served: (instance: number) => void = () => undefined;
  /** Told of each request that leaves its instance, where spans are wanted. */
  observe: ((frame: number, cause: number) => void) | undefined;

  #untilMs = -Infinity;
  readonly #code: Int32Array;
  readonly #handlers: Int32Array;
  readonly #probabilities: Float64Array;
  readonly #siteOperation: Int32Array;
  readonly #siteComponent: Int32Array;
  readonly #entry: Int32Array;
  readonly #callbacks = new Callbacks();
  readonly #branches: Branches;
  /** Frames that can go on, last first. */
  #ready = new Int32Array(64);
  #readyCount = 0;

  readonly program: Program;
  readonly draws: RandomDraws;

  constructor(program: Program, draws: RandomDraws) {
    this.program = program;
    this.draws = draws;
    const { code, handlers, probabilities, operations, sites } = program;
    this.#code = code;
    this.#handlers = handlers;
    this.#probabilities = probabilities;
    this.#entry = Int32Array.from(operations, ({ entry }) => entry);
    this.#siteOperation = Int32Array.from(sites, ({ operation }) => operation);
    this.#siteComponent = Int32Array.from(sites, ({ operation }) => operations[operation]?.component ?? -1);
    this.#branches = new Branches(this, code);
    this.tallies = new OutcomeTallies(operations.length + program.model.arrivals.length);
    this.refused = new Float64Array(program.components.length);
    this.isElaborate = new Uint8Array(sites.length);
    this.routes = new Routes(program, this.instances);
    this.clients = new Clients(program, this);
    this.locks = new Locks(program.locks.length, this);
    this.queues = new MessageQueues(program, this);
    this.caches = new Caches(program, this);
    this.sources = new Sources(program, this, this.clients);
  }

  /**
   * Adds an instance of a component, which nobody is sent to yet.
   *
   * @param component - Of the program.
   * @returns The instance.
   */
  addInstance(component: number): number {
    const { model } = this.program.components[component] as Program['components'][number];
    const instance = this.instances.add(component);
    const { words, numbers } = this.instances;
    const base = instance << 4;
    const { cores = Infinity, limit = Infinity, period } = model.cpu;
    const { mode, processors } = processorPlan(model.cpu, limit !== Infinity);
    words[base + STATE] = STATE_STARTING;
    words[base + WORKERS] = model.workers ?? -1;
    this.instances.watch(instance, capacityOf(model), false);
    words[base + MODE] = mode;
    words[base + PROCESSORS] = processors;
    this.workerQueues[instance] = new FrameRing();
    this.processorQueues[instance] = new FrameRing();
    words[base + POOLS] = -1;
    numbers[base + instanceNumber.since] = this.nowMs;
    numbers[base + instanceNumber.until] = Infinity;
    // Half a core that one frame has for itself works at half the speed.
    numbers[base + SLOWDOWN] = mode === EXCLUSIVE_PROCESSORS ? processors / cores : 1;
    this.processors[instance] =
      mode === SHARED_PROCESSORS ? new SharedProcessor(cores, limit * period, period, this.nowMs) : undefined;
    return instance;
  }

  /**
   * Calls something at a time.
   *
   * @param atMs - Not before now.
   * @param call - What to do then.
   */
  at(atMs: number, call: () => void): void {
    const slot = this.#callbacks.add(call);
    this.queue.push(Math.max(atMs, this.nowMs), (slot << 4) | EVENT_CALLBACK);
  }

  /**
   * Asks an operation of one instance, past all routing, as a probe does or a start.
   *
   * @param instance - Which may not be ready.
   * @param operation - Of its component.
   * @param ended - Told its end.
   */
  ask(instance: number, operation: number, ended: Ended): void {
    const frame = this.newFrame(operation, instance, -1, FROM_CALLBACK);
    if (frame < 0) {
      ended(causes.queueFull);
      return;
    }
    this.frames.words[frame + ROOT] = this.#callbacks.add(ended);
    this.arrive(frame);
    this.settle();
  }

  /**
   * Ends all that an instance does. Whoever waits for it hears of it.
   *
   * @param instance - Of any state; it is gone afterwards.
   * @param isSilent - Nobody hears of it, as where no packet comes from it any more: requests that are there stay, without an
   *   end, until whoever waits for them gives up or it is killed again.
   */
  kill(instance: number, isSilent = false): void {
    const { words, numbers } = this.instances;
    const base = instance << 4;
    words[base + STATE] = STATE_GONE;
    this.instances.goes(instance, this.nowMs);
    this.routes.forget(instance);
    this.processors[instance]?.clear(this.nowMs);
    const queued = this.processorQueues[instance] as FrameRing;
    numbers[base + QUEUED_SUM] = (numbers[base + QUEUED_SUM] as number) + queued.length * this.nowMs;
    queued.clear();
    const waiting = this.workerQueues[instance] as FrameRing;
    numbers[base + WAITED_SUM] = (numbers[base + WAITED_SUM] as number) + waiting.length * this.nowMs;
    waiting.clear();
    // What travels has left its sender or not yet come here; it learns of it on arrival.
    const dying = this.#presentIn(instance);
    const isDying = new Set(dying);
    const hanging = isSilent ? dying.filter((frame) => this.#isAwaited(frame, isDying)) : [];
    const isHanging = new Set(hanging);
    if (dying.length > 0) {
      this.#forgetReady(isDying);
      this.queue.cancel(
        (frame) => isDying.has(frame),
        (event, atMs) => {
          // Of work that a processor had begun, what is left will never be done.
          if ((event & 15) === EVENT_WORKED)
            numbers[base + DEMAND_SUM] = (numbers[base + DEMAND_SUM] as number) - (atMs - this.nowMs);
        },
      );
    }
    numbers[base + WORKING_SUM] =
      (numbers[base + WORKING_SUM] as number) + (words[base + WORKING] as number) * this.nowMs;
    if (dying.length > 0) for (const frame of this.frames.calledBy(isDying)) this.clients.abandon(frame);
    this.clients.countPools(instance);
    // A lock that one of them gives back must not go to another.
    for (const frame of dying) this.waits.leave(frame);
    for (const frame of dying) {
      this.clients.letGo(frame);
      this.#releaseLocks(frame);
      const fields = this.frames.words;
      // Deadlines of its calls are stale from now on.
      fields[frame + SEQUENCE] = ((fields[frame + SEQUENCE] as number) + 1) | 0;
      const flags = fields[frame + FLAGS] as number;
      if ((flags & IS_STRAND) === 0 && !isHanging.has(frame)) this.#countDeparture(frame, base);
      if ((flags & HAS_WORKER) !== 0) this.#giveWorker(base);
    }
    for (const frame of dying) {
      if (isHanging.has(frame)) continue;
      const fields = this.frames.words;
      const isStrand = ((fields[frame + FLAGS] as number) & IS_STRAND) !== 0;
      const isHeard = !isStrand && !isDying.has(fields[frame + PARENT] as number);
      if (!isHeard || this.#tellEnd(frame, causes.instanceDied)) this.frames.free(frame);
    }
    words[base + BUSY] = 0;
    words[base + WORKING] = 0;
    words[base + IN_FLIGHT] = hanging.length;
    // They wait for a worker as what comes later does: there is none.
    numbers[base + WAITED_SUM] = (numbers[base + WAITED_SUM] as number) - hanging.length * this.nowMs;
    for (const frame of hanging) {
      const fields = this.frames.words;
      fields[frame + AT] = (this.program.operations[fields[frame] as number] as ProgramOperation).entry;
      fields[frame + FLAGS] = (fields[frame + FLAGS] as number) & ~(HAS_WORKER | IS_SHARING);
      waiting.push(frame);
    }
    this.settle();
  }

  /** What is in an instance: what travels has left its sender or not yet come here; it learns of an end on arrival. */
  #presentIn(instance: number): readonly number[] {
    const isEmpty = this.instances.words[(instance << 4) + IN_FLIGHT] === 0 && !this.program.detaches;
    // Looked for among all there are, which many that end at once and do nothing can do without.
    if (isEmpty) return [];
    return this.frames
      .of(instance)
      .filter((frame) => ((this.frames.words[frame + FLAGS] as number) & IS_TRAVELLING) === 0);
  }

  /**
   * Ends requests where they are, as where the connection is closed that they came by, with all that they wait for: they give
   * back what they hold. Nobody is told; whoever closed it knows.
   *
   * @param called - Frames of whole requests, whose callers no longer wait for them in what follows.
   * @returns All that have ended.
   */
  end(called: readonly number[]): ReadonlySet<number> {
    const ending = this.#withCalled(called);
    const isEnding = (frame: number): boolean => ending.has(frame);
    const { frames } = this;
    const baseOf = (frame: number): number => (frames.words[frame + INSTANCE] as number) << 4;
    const { words, numbers } = this.instances;
    // What travels is not yet in its instance, or was.
    const present = [...ending].filter((frame) => ((frames.words[frame + FLAGS] as number) & IS_TRAVELLING) === 0);
    const bases = new Set(present.map(baseOf));
    this.#forgetReady(ending);
    const freed: number[] = [];
    this.queue.cancel(isEnding, (event, atMs) => {
      if ((event & 15) !== EVENT_WORKED) return;
      const base = baseOf(event & ~15);
      numbers[base + DEMAND_SUM] = (numbers[base + DEMAND_SUM] as number) - (atMs - this.nowMs);
      freed.push(base);
    });
    // All stop waiting before any gives back what another of them could get.
    for (const base of bases) {
      const instance = base >> 4;
      const queued = (this.processorQueues[instance] as FrameRing).remove(isEnding);
      numbers[base + QUEUED_SUM] = (numbers[base + QUEUED_SUM] as number) + queued * this.nowMs;
      const waiting = (this.workerQueues[instance] as FrameRing).remove(isEnding);
      numbers[base + WAITED_SUM] = (numbers[base + WAITED_SUM] as number) + waiting * this.nowMs;
      this.processors[instance]?.remove(isEnding, this.nowMs);
      this.clients.countPools(instance);
    }
    for (const frame of present) this.waits.leave(frame);
    for (const frame of present) {
      const base = baseOf(frame);
      this.clients.giveBack(frame);
      this.#releaseLocks(frame);
      // Whoever gets a connection calls, for which there may be too few frames: they are looked up anew.
      const fields = frames.words;
      const flags = fields[frame + FLAGS] as number;
      // Deadlines of its calls are stale from now on.
      fields[frame + SEQUENCE] = ((fields[frame + SEQUENCE] as number) + 1) | 0;
      if ((flags & HAS_WORKER) !== 0) this.#giveWorker(base);
      if ((flags & IS_STRAND) !== 0) continue;
      this.#countDeparture(frame, base);
      if (words[base + IS_GUARDED] !== 0) this.served(base >> 4);
    }
    for (const base of freed) this.#nextOnProcessor(base);
    for (const base of bases) if (this.processors[base >> 4] !== undefined) this.planProcessor(base >> 4);
    for (const frame of ending) frames.free(frame);
    this.locks.grantAll();
    return ending;
  }

  /** Requests with all that they called and that has not ended, over however many calls; nobody waits for any of it. */
  #withCalled(called: readonly number[]): ReadonlySet<number> {
    const all = new Set(called);
    for (let last: ReadonlySet<number> = all; last.size > 0;) {
      last = new Set(this.frames.calledBy(last).filter((frame) => !all.has(frame)));
      for (const frame of last) {
        all.add(frame);
        this.clients.abandon(frame);
      }
    }
    for (const frame of called) this.clients.abandon(frame);
    return all;
  }

  /** Whether somebody outside of those that die waits for a frame: a caller, or a user. */
  #isAwaited(frame: number, isDying: ReadonlySet<number>): boolean {
    const fields = this.frames.words;
    const flags = fields[frame + FLAGS] as number;
    const parent = fields[frame + PARENT] as number;
    if ((flags & IS_STRAND) !== 0) return false;
    return parent < 0 ? (flags & FROM_SOURCE) !== 0 : !isDying.has(parent);
  }

  /**
   * Runs to a time.
   *
   * @param mostEvents - After so many it stops where it is, so that whoever runs it can look up.
   */
  runUntil(untilMs: number, mostEvents = Infinity): void {
    if (this.isStopped) return;
    this.#untilMs = untilMs;
    const isThere = this.#loop(mostEvents);
    if (isThere && untilMs !== Infinity) this.nowMs = Math.max(this.nowMs, untilMs);
  }

  /** Ends the run after the event that is being handled. */
  stop(): void {
    this.isStopped = true;
    this.#untilMs = -Infinity;
  }

  /** Whether nothing more happens until then. */
  hasDone(untilMs: number): boolean {
    return this.nowMs >= untilMs && this.queue.nextMs() > untilMs;
  }

  /** Whether the time was reached; not where the run was stopped before. */
  #loop(mostEvents: number): boolean {
    const { queue, frames } = this;
    let events = 0;
    for (let nextMs = queue.nextMs(); nextMs <= this.#untilMs; nextMs = queue.nextMs()) {
      if (events >= mostEvents) {
        this.events += events;
        return false;
      }
      this.nowMs = nextMs;
      const event = queue.take();
      const kind = event & 15;
      // By far the most events are that a frame has waited or worked.
      if (kind <= EVENT_WORKED) {
        const frame = event & ~15;
        const words = frames.words;
        if (kind === EVENT_WORKED) this.#nextOnProcessor((words[frame + INSTANCE] as number) << 4);
        this.#run(frame, words[frame + AT] as number);
      } else this.#handle(kind, event);
      if (this.#readyCount > 0) this.settle();
      events += 1;
    }
    this.events += events;
    return !this.isStopped;
  }

  /** Lets a frame go on that waited, well or with a cause. */
  resume(frame: number, cause: number): void {
    const words = this.frames.words;
    if (cause !== 0) {
      words[frame + CAUSE] = cause;
      const handler = this.#handlers[words[frame + AT] as number] as number;
      words[frame + AT] = handler < 0 ? 0 : handler;
    }
    this.makeReady(frame);
  }

  /** Lets a frame go on where it is. */
  makeReady(frame: number): void {
    if (this.#readyCount === this.#ready.length) {
      const ready = new Int32Array(this.#ready.length * 2);
      ready.set(this.#ready);
      this.#ready = ready;
    }
    this.#ready[this.#readyCount++] = frame;
  }

  /** Lets frames that can go on not do so. */
  #forgetReady(frames: ReadonlySet<number>): void {
    const kept = this.#ready.subarray(0, this.#readyCount).filter((frame) => !frames.has(frame));
    this.#ready.set(kept);
    this.#readyCount = kept.length;
  }

  /** Runs all frames that can go on. */
  settle(): void {
    while (this.#readyCount > 0) this.#runReady(this.#ready[--this.#readyCount] as number);
  }

  #runReady(frame: number): void {
    this.#run(frame, this.frames.words[frame + AT] as number);
  }

  /** A frame of an operation at its beginning; -1 where there is no room for more. */
  newFrame(operation: number, instance: number, parent: number, flags: number): number {
    return this.frames.allocate(operation, instance, this.#entry[operation] as number, parent, flags);
  }

  /**
   * Brings a request to its instance: it runs, waits for a worker or is refused.
   */
  arrive(frame: number): void {
    if (this.#admit(frame, (this.frames.words[frame + INSTANCE] as number) << 4)) this.makeReady(frame);
  }

  #handle(kind: number, event: number): void {
    const subject = event & ~15;
    switch (kind) {
      case EVENT_ARRIVAL:
        this.sources.next(event >> 4);
        break;
      case EVENT_PROCESSOR:
        this.#processorEvent(event >> 4);
        break;
      case EVENT_DEADLINE: {
        const list = event >> 4;
        for (let frame = this.deadlines.takeDue(list, this.nowMs); frame >= 0;) {
          if (!this.locks.timeOut(frame)) this.clients.timeOut(frame, list);
          frame = this.deadlines.takeDue(list, this.nowMs);
        }
        break;
      }
      case EVENT_RETRY:
        this.clients.retry(subject);
        break;
      case EVENT_CALLBACK:
        this.#callbacks.call(event >> 4, 0);
        break;
      case EVENT_RECEIVED:
        this.clients.received(subject);
        break;
      case EVENT_ANSWERED:
        this.clients.answered(subject);
        break;
    }
  }

  /** Counts a request in at its instance; whether it can begin at once. */
  #admit(frame: number, base: number): boolean {
    const { words, numbers } = this.instances;
    const inFlight = words[base + IN_FLIGHT] as number;
    if (inFlight >= (words[base + WATERMARK] as number)) {
      const cause = this.#watched(base, inFlight, this.frames.words[frame] as number);
      if (cause !== 0) {
        this.refuse(frame, cause, words[base] as number);
        return false;
      }
    }
    words[base + IN_FLIGHT] = inFlight + 1;
    numbers[base + PRESENCE_SUM] = (numbers[base + PRESENCE_SUM] as number) - this.nowMs;
    this.frames.times[(frame >> 2) + ARRIVED] = this.nowMs;
    const workers = words[base + WORKERS] as number;
    if (workers < 0) return true;
    const busy = words[base + BUSY] as number;
    if (busy >= workers) {
      numbers[base + WAITED_SUM] = (numbers[base + WAITED_SUM] as number) - this.nowMs;
      (this.workerQueues[base >> 4] as FrameRing).push(frame);
      return false;
    }
    words[base + BUSY] = busy + 1;
    this.#takeWorker(frame, base);
    return true;
  }

  /** Why an instance that has as many as never before, or is guarded, lets no more in; 0 where it does. */
  #watched(base: number, inFlight: number, operation: number): number {
    const { words } = this.instances;
    const capacity = words[base + CAPACITY] as number;
    if (inFlight >= capacity) return causes.queueFull;
    const isGuarded = words[base + IS_GUARDED] !== 0;
    const cause = isGuarded ? this.guard(base >> 4, operation) : 0;
    if (cause !== 0) return cause;
    const most = Math.max(inFlight + 1, words[base + MOST_IN_FLIGHT] as number);
    words[base + MOST_IN_FLIGHT] = most;
    words[base + WATERMARK] = isGuarded ? 0 : Math.min(most, capacity);
    return 0;
  }

  #takeWorker(frame: number, base: number): void {
    const fields = this.frames.words;
    fields[frame + FLAGS] = (fields[frame + FLAGS] as number) | HAS_WORKER;
    const { numbers } = this.instances;
    numbers[base + BUSY_SUM] = (numbers[base + BUSY_SUM] as number) - this.nowMs;
  }

  /** Ends a request that was not let in. */
  refuse(frame: number, cause: number, component: number): void {
    if (cause === causes.queueFull) this.refused[component] = (this.refused[component] as number) + 1;
    this.frames.times[(frame >> 2) + ARRIVED] = this.nowMs;
    // Nothing was worked off in vain.
    const fields = this.frames.words;
    fields[frame + FLAGS] = (fields[frame + FLAGS] as number) & ~IS_ABANDONED;
    if (this.#tellEnd(frame, cause)) this.frames.free(frame);
  }

  /** The request leaves its instance. Gives how long it was there. */
  #countDeparture(frame: number, base: number): number {
    const { words, numbers } = this.instances;
    const { nowMs } = this;
    const durationMs = nowMs - (this.frames.times[(frame >> 2) + ARRIVED] as number);
    words[base + IN_FLIGHT] = (words[base + IN_FLIGHT] as number) - 1;
    numbers[base + PRESENCE_SUM] = (numbers[base + PRESENCE_SUM] as number) + nowMs;
    numbers[base + VISITS_SUM] = (numbers[base + VISITS_SUM] as number) + durationMs;
    numbers[base + LEFT_SUM] = (numbers[base + LEFT_SUM] as number) + 1;
    return durationMs;
  }

  /** A worker goes to who waits longest for one. */
  #giveWorker(base: number): void {
    const { words, numbers } = this.instances;
    numbers[base + BUSY_SUM] = (numbers[base + BUSY_SUM] as number) + this.nowMs;
    if (words[base + STATE] === STATE_GONE) return;
    const next = (this.workerQueues[base >> 4] as FrameRing).shift();
    if (next < 0) words[base + BUSY] = (words[base + BUSY] as number) - 1;
    else {
      numbers[base + WAITED_SUM] = (numbers[base + WAITED_SUM] as number) + this.nowMs;
      this.#takeWorker(next, base);
      this.makeReady(next);
    }
  }

  /**
   * Says to whoever waits that a frame has ended.
   *
   * @returns Whether the frame is no longer needed.
   */
  #tellEnd(frame: number, cause: number): boolean {
    const fields = this.frames.words;
    const parent = fields[frame + PARENT] as number;
    const flags = fields[frame + FLAGS] as number;
    if (this.observe !== undefined) this.observe(frame, cause);
    if (parent >= 0) {
      fields[frame + CAUSE] = cause;
      if ((flags & IS_ELABORATE) !== 0) return this.clients.ended(parent, frame);
      // Without a way through a network, the attempt began when the request came.
      this.tallyAttempt(fields[frame] as number, this.frames.times[(frame >> 2) + ARRIVED] as number, cause);
      this.resume(parent, cause);
      return true;
    }
    if ((flags & FROM_SOURCE) !== 0) {
      this.sources.ended(fields[frame + ROOT] as number, this.frames.times[(frame >> 2) + ASKED] as number, cause);
    } else if ((flags & FROM_CALLBACK) !== 0) this.#callbacks.call(fields[frame + ROOT] as number, cause);
    else if ((flags & FROM_QUEUE) !== 0) {
      this.tallyAttempt(fields[frame] as number, this.frames.times[(frame >> 2) + ASKED] as number, cause);
      this.queues.handled(fields[frame + ROOT] as number, cause);
    } else if ((flags & IS_ABANDONED) !== 0 && cause !== causes.instanceDied) {
      this.tallies.addAbandoned(fields[frame] as number);
    }
    return true;
  }

  /** Counts what became of one attempt, as its caller saw it. */
  tallyAttempt(operation: number, sinceMs: number, cause: number): void {
    this.tallies.add(operation, this.nowMs - sinceMs, cause);
  }

  /** Runs a frame until it waits or ends, and then whoever waited for just that. */
  #run(first: number, from: number): void {
    const code = this.#code;
    const { frames, instances, queue, draws, nowMs } = this;
    let frame = first;
    let at = from;
    for (;;) {
      switch (code[at]) {
        case DO_WORK: {
          const words = frames.words;
          words[frame + AT] = at + 2;
          const base = (words[frame + INSTANCE] as number) << 4;
          const { words: held, numbers } = instances;
          const workMs = draws.next(code[at + 1] as number) * (numbers[base + SLOWDOWN] as number);
          const mode = held[base + MODE];
          if (mode === EXCLUSIVE_PROCESSORS) {
            const working = held[base + WORKING] as number;
            if (working < (held[base + PROCESSORS] as number)) {
              held[base + WORKING] = working + 1;
              numbers[base + DEMAND_SUM] = (numbers[base + DEMAND_SUM] as number) + workMs;
              numbers[base + WORKING_SUM] = (numbers[base + WORKING_SUM] as number) - nowMs;
              queue.push(nowMs + workMs, frame | EVENT_WORKED);
            } else {
              frames.times[(frame >> 2) + WORK] = workMs;
              numbers[base + QUEUED_SUM] = (numbers[base + QUEUED_SUM] as number) - nowMs;
              (this.processorQueues[base >> 4] as FrameRing).push(frame);
            }
          } else if (mode === UNLIMITED_PROCESSORS) {
            numbers[base + UNBOUNDED_SUM] = (numbers[base + UNBOUNDED_SUM] as number) + workMs;
            queue.push(nowMs + workMs, frame | EVENT_WAITED);
          } else this.#share(frame, base >> 4, workMs);
          return;
        }
        case DO_WAIT: {
          const waitMs = draws.next(code[at + 1] as number);
          frames.words[frame + AT] = at + 2;
          queue.push(nowMs + waitMs, frame | EVENT_WAITED);
          return;
        }
        case DO_CALL: {
          const site = code[at + 1] as number;
          const words = frames.words;
          words[frame + AT] = at + 2;
          if (this.isElaborate[site] !== 0) {
            words[frame + SITE] = site;
            this.clients.begin(frame, site);
            return;
          }
          const operation = this.#siteOperation[site] as number;
          const instance = this.routes.pick(this.#siteComponent[site] as number);
          const child =
            instance < 0 ? -1 : frames.allocate(operation, instance, this.#entry[operation] as number, frame, 0);
          if (child < 0) {
            at = this.#callFailed(frame, operation, instance);
            break;
          }
          if (!this.#admit(child, instance << 4)) return;
          frame = child;
          at = this.#entry[operation] as number;
          break;
        }
        case DO_END: {
          const words = frames.words;
          const flags = words[frame + FLAGS] as number;
          if ((flags & IS_STRAND) !== 0) {
            this.#branches.end(frame);
            return;
          }
          const base = (words[frame + INSTANCE] as number) << 4;
          const durationMs = this.#countDeparture(frame, base);
          if ((flags & HAS_WORKER) !== 0) this.#giveWorker(base);
          if (instances.words[base + IS_GUARDED] !== 0) this.served(base >> 4);
          const cause = words[frame + CAUSE] as number;
          const parent = words[frame + PARENT] as number;
          if (parent >= 0 && (flags & IS_ELABORATE) === 0) {
            // The same as `#tellEnd`, without a way through the ready frames.
            this.tallies.add(words[frame] as number, durationMs, cause);
            frames.free(frame);
            frame = parent;
            at = cause === 0 ? (words[frame + AT] as number) : this.#fail(frame, cause);
            break;
          }
          if (this.#tellEnd(frame, cause)) frames.free(frame);
          return;
        }
        case DO_JUMP:
          at = code[at + 1] as number;
          break;
        default:
          at = this.#control(frame, at);
          if (at < 0) return;
      }
    }
  }

  /** Does what is neither work nor a call. Gives where the frame goes on, or -1 where it waits. */
  #control(frame: number, at: number): number {
    const code = this.#code;
    const operand = code[at + 1] as number;
    switch (code[at]) {
      case DO_PARALLEL:
        this.#branches.begin(frame, at);
        return -1;
      case DO_CHOOSE: {
        const drawn = this.draws.next(operand);
        const last = (code[at + 2] as number) - 1;
        const probabilities = code[at + 3] as number;
        let choice = 0;
        while (choice < last && drawn >= (this.#probabilities[probabilities + choice] as number)) choice += 1;
        return code[at + 4 + choice] as number;
      }
      case DO_DETACH:
        this.#branches.detach(frame, at + 2);
        return operand;
      case DO_PUBLISH:
        return this.#goOn(frame, at + 2, this.queues.publish(operand));
      case DO_CACHE:
        return this.caches.ask(operand, code[at + 2] as number) ? at + 4 : (code[at + 3] as number);
      case DO_LOCK: {
        this.frames.words[frame + AT] = at + 4;
        return this.locks.take(frame, operand, code[at + 2] as number, code[at + 3] as number) ? at + 4 : -1;
      }
      case DO_UNLOCK:
        this.locks.release(operand, code[at + 2] as number);
        return at + 3;
      case DO_FAIL: {
        const isFailing = this.draws.next(operand) < (this.#probabilities[code[at + 2] as number] as number);
        return this.#goOn(frame, at + 3, isFailing ? causes.application : 0);
      }
      case DO_FORGIVE:
        this.frames.words[frame + CAUSE] = 0;
        return at + 2;
      default:
        // raise: goes on failing.
        return operand < 0 ? 0 : operand;
    }
  }

  /** A call that could not be sent: there is no instance, or no room for more requests anywhere. */
  #callFailed(frame: number, operation: number, instance: number): number {
    const cause = instance < 0 ? causes.refused : causes.queueFull;
    this.tallies.add(operation, 0, cause);
    return this.#fail(frame, cause);
  }

  #goOn(frame: number, at: number, cause: number): number {
    this.frames.words[frame + AT] = at;
    return cause === 0 ? at : this.#fail(frame, cause);
  }

  /** Where a frame goes on that fails at its place. */
  #fail(frame: number, cause: number): number {
    const words = this.frames.words;
    words[frame + CAUSE] = cause;
    const handler = this.#handlers[words[frame + AT] as number] as number;
    return handler < 0 ? 0 : handler;
  }

  #share(frame: number, instance: number, workMs: number): void {
    const fields = this.frames.words;
    fields[frame + FLAGS] = (fields[frame + FLAGS] as number) | IS_SHARING;
    const { numbers } = this.instances;
    const demand = (instance << 4) + DEMAND_SUM;
    numbers[demand] = (numbers[demand] as number) + workMs;
    (this.processors[instance] as SharedProcessor).add(frame, workMs, this.nowMs);
    this.planProcessor(instance);
  }

  /** A processor that one frame had is free: who waits longest gets it. */
  #nextOnProcessor(base: number): void {
    const { words, numbers } = this.instances;
    const next = (this.processorQueues[base >> 4] as FrameRing).shift();
    if (next >= 0) {
      // It works on without a pause: only the end of the last one is counted, when there is one.
      const workMs = this.frames.times[(next >> 2) + WORK] as number;
      numbers[base + DEMAND_SUM] = (numbers[base + DEMAND_SUM] as number) + workMs;
      numbers[base + QUEUED_SUM] = (numbers[base + QUEUED_SUM] as number) + this.nowMs;
      this.queue.push(this.nowMs + workMs, next | EVENT_WORKED);
      return;
    }
    numbers[base + WORKING_SUM] = (numbers[base + WORKING_SUM] as number) + this.nowMs;
    words[base + WORKING] = (words[base + WORKING] as number) - 1;
  }

  #processorEvent(instance: number): void {
    const processor = this.processors[instance];
    if (processor === undefined || processor.plannedMs !== this.nowMs) return;
    processor.plannedMs = Infinity;
    processor.advance(this.nowMs);
    for (let frame = processor.takeDone(); frame >= 0; frame = processor.takeDone()) {
      const fields = this.frames.words;
      fields[frame + FLAGS] = (fields[frame + FLAGS] as number) & ~IS_SHARING;
      this.makeReady(frame);
    }
    this.planProcessor(instance);
  }

  /** Looks at a shared processor again when something happens there. */
  planProcessor(instance: number): void {
    const processor = this.processors[instance] as SharedProcessor;
    const nextMs = processor.nextMs(this.nowMs);
    // Where it is looked at too early, it is looked at again: that is cheaper than one event for each change.
    if (nextMs >= processor.plannedMs) return;
    processor.plannedMs = nextMs;
    this.queue.push(nextMs, (instance << 4) | EVENT_PROCESSOR);
  }

  /** Gives back the locks that a frame holds at its place. */
  #releaseLocks(frame: number): void {
    const code = this.#code;
    let at = this.#handlers[this.frames.words[frame + AT] as number] as number;
    while (at >= 0) {
      if (code[at] === DO_FORGIVE) {
        at = code[at + 1] as number;
        continue;
      }
      if (code[at] !== DO_UNLOCK) break;
      this.locks.release(code[at + 1] as number, code[at + 2] as number);
      at = code[at + 4] as number;
    }
  }

  /** See `CallSite`. */
  siteOf(site: number): CallSite {
    return this.program.sites[site] as CallSite;
  }
}
