import type { RandomDraws } from '../random/random-draws.ts';
import { Clients } from './clients.ts';
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
import type { CallSite, Program } from './program.ts';
import { Routes } from './routes.ts';
import { SharedProcessor } from './shared-processor.ts';
import { Sources } from './sources.ts';
import { WaitQueues } from './wait-queues.ts';

/** 100 MB of frames: what an overload may fill before requests are refused wherever they come. */
const mostFrames = 1 << 20;

const { operation: OPERATION, instance: INSTANCE, at: AT, parent: PARENT, flags: FLAGS } = frameField;
const { pending: PENDING, site: SITE, root: ROOT, cause: CAUSE, branch: BRANCH, sequence: SEQUENCE } = frameField;
const { arrived: ARRIVED, work: WORK, asked: ASKED } = frameTime;

/** What follows the end of a frame that a callback asked for: the cause, 0 for none. */
export type Ended = (cause: number) => void;

/**
 * Runs a program: requests through the components that serve them, event by event. Everything that happens per request is
 * in typed arrays and allocates nothing; what happens rarely (the control plane, faults) comes in by `at`.
 *
 * The loop runs one frame until it has to wait, then whatever became runnable by that, then takes the next event.
 */
export class Engine implements EngineCore {
  nowMs = 0;
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
  /** Where a request was refused because a bound was reached, by component; counts. */
  readonly refused: Float64Array;
  /** Asked before a request is admitted by an instance whose `isGuarded` is set; gives a cause to refuse with, or 0. */
  guard: (instance: number, operation: number) => number = () => 0;
  /** Told when a request has left an instance whose `isGuarded` is set. */
  served: (instance: number) => void = () => undefined;
  /** Told of each frame that ends, where spans are wanted. */
  observe: ((frame: number) => void) | undefined;

  readonly #code: Int32Array;
  readonly #handlers: Int32Array;
  readonly #probabilities: Float64Array;
  readonly #siteOperation: Int32Array;
  readonly #siteComponent: Int32Array;
  readonly #entry: Int32Array;
  readonly #callbacks: (Ended | undefined)[] = [];
  readonly #freeCallbacks: number[] = [];
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
    const { cores = Infinity, scheduling, limit = Infinity, period } = model.cpu;
    const isShared = limit !== Infinity || (cores !== Infinity && scheduling === 'processor-sharing');
    const isExclusive = !isShared && cores !== Infinity;
    const processors = isExclusive ? Math.ceil(cores) : 0;
    const served = model.workers ?? (cores === Infinity ? Infinity : Math.ceil(cores));
    words[base + instanceField.state] = instanceStates.starting;
    words[base + instanceField.workers] = model.workers ?? -1;
    this.instances.watch(instance, Math.min(served + model.queue, 0x7fffffff), false);
    words[base + instanceField.mode] = isShared
      ? processorModes.shared
      : isExclusive
        ? processorModes.exclusive
        : processorModes.unlimited;
    words[base + instanceField.processors] = processors;
    this.workerQueues[instance] = new FrameRing();
    this.processorQueues[instance] = new FrameRing();
    words[base + instanceField.pools] = -1;
    // Half a core that one frame has for itself works at half the speed.
    numbers[base + instanceNumber.slowdown] = isExclusive ? processors / cores : 1;
    this.processors[instance] = isShared ? new SharedProcessor(cores, limit * period, period, this.nowMs) : undefined;
    return instance;
  }

  /**
   * Calls something at a time.
   *
   * @param atMs - Not before now.
   * @param call - What to do then.
   */
  at(atMs: number, call: () => void): void {
    const slot = this.#callbackSlot(call);
    this.queue.push(Math.max(atMs, this.nowMs), (slot << 4) | eventKinds.callback);
  }

  /**
   * Asks an operation of one instance, past all routing, as a probe does or a start.
   *
   * @param instance - Which may not be ready.
   * @param operation - Of its component.
   * @param ended - Told its end.
   */
  ask(instance: number, operation: number, ended: Ended): void {
    const frame = this.newFrame(operation, instance, -1, frameFlag.fromCallback);
    if (frame < 0) {
      ended(causes.queueFull);
      return;
    }
    this.frames.words[frame + ROOT] = this.#callbackSlot(ended);
    this.arrive(frame);
    this.settle();
  }

  /**
   * Ends all that an instance does. Whoever waits for it hears of it.
   *
   * @param instance - Of any state; it is gone afterwards.
   */
  kill(instance: number): void {
    const { words } = this.instances;
    const base = instance << 4;
    words[base + instanceField.state] = instanceStates.gone;
    this.routes.forget(instance);
    this.processors[instance]?.clear(this.nowMs);
    this.processorQueues[instance]?.clear();
    this.workerQueues[instance]?.clear();
    // What travels has left its sender or not yet come here; it learns of it on arrival.
    const dying = this.frames
      .of(instance)
      .filter((frame) => ((this.frames.words[frame + FLAGS] as number) & frameFlag.travelling) === 0);
    const isDying = new Set(dying);
    const isTimed = this.queue.frames();
    for (const called of this.frames.calledBy(isDying)) this.clients.abandon(called);
    for (const frame of dying) {
      this.waits.leave(frame);
      this.clients.letGo(frame);
      this.#releaseLocks(frame);
      const fields = this.frames.words;
      // Deadlines of its calls are stale from now on.
      fields[frame + SEQUENCE] = ((fields[frame + SEQUENCE] as number) + 1) | 0;
      if (((fields[frame + FLAGS] as number) & frameFlag.strand) === 0) this.#countDeparture(frame);
    }
    for (const frame of dying) {
      const fields = this.frames.words;
      const isStrand = ((fields[frame + FLAGS] as number) & frameFlag.strand) !== 0;
      const isHeard = !isStrand && !isDying.has(fields[frame + PARENT] as number);
      if (!isHeard || this.#tellEnd(frame, causes.instanceDied)) this.#abandon(frame, isTimed);
    }
    const stride = instance << 4;
    words[stride + instanceField.busy] = 0;
    words[stride + instanceField.working] = 0;
    words[stride + instanceField.inFlight] = 0;
    this.settle();
  }

  /** Runs to a time. */
  runUntil(untilMs: number): void {
    const { queue } = this;
    for (let nextMs = queue.nextMs(); nextMs <= untilMs; nextMs = queue.nextMs()) {
      this.nowMs = nextMs;
      this.#handle(queue.take());
      this.events += 1;
    }
    if (untilMs !== Infinity) this.nowMs = Math.max(this.nowMs, untilMs);
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

  /** Runs all frames that can go on. */
  settle(): void {
    while (this.#readyCount > 0) this.#run(this.#ready[--this.#readyCount] as number);
  }

  /** A frame of an operation at its beginning; -1 where there is no room for more. */
  newFrame(operation: number, instance: number, parent: number, flags: number): number {
    return this.frames.allocate(operation, instance, this.#entry[operation] as number, parent, flags);
  }

  /**
   * Brings a request to its instance: it runs, waits for a worker or is refused.
   */
  arrive(frame: number): void {
    if (this.#admit(frame)) this.makeReady(frame);
  }

  #callbackSlot(call: Ended): number {
    const slot = this.#freeCallbacks.pop() ?? this.#callbacks.length;
    this.#callbacks[slot] = call;
    return slot;
  }

  #call(slot: number, cause: number): void {
    const call = this.#callbacks[slot];
    this.#callbacks[slot] = undefined;
    this.#freeCallbacks.push(slot);
    call?.(cause);
  }

  #handle(event: number): void {
    const subject = event & ~15;
    switch (event & 15) {
      case eventKinds.waited:
        if (this.#isAlive(subject)) this.#run(subject);
        break;
      case eventKinds.worked: {
        if (!this.#isAlive(subject)) break;
        const base = (this.frames.words[subject + INSTANCE] as number) << 4;
        this.#nextOnProcessor(base);
        this.#run(subject);
        break;
      }
      case eventKinds.arrival:
        this.sources.next(event >> 4);
        break;
      case eventKinds.processor:
        this.#processorEvent(event >> 4);
        break;
      case eventKinds.deadline: {
        const list = event >> 4;
        for (let frame = this.deadlines.takeDue(list, this.nowMs); frame >= 0;) {
          if (!this.locks.timeOut(frame)) this.clients.timeOut(frame, list);
          frame = this.deadlines.takeDue(list, this.nowMs);
        }
        break;
      }
      case eventKinds.retry:
        if (this.#isAlive(subject)) this.clients.retry(subject);
        break;
      case eventKinds.callback:
        this.#call(event >> 4, 0);
        break;
      case eventKinds.received:
        this.clients.received(subject);
        break;
      case eventKinds.answered:
        this.clients.answered(subject);
        break;
    }
    if (this.#readyCount > 0) this.settle();
  }

  /** Whether a frame whose event has come is still wanted; it is freed where not. */
  #isAlive(frame: number): boolean {
    const flags = this.frames.words[frame + FLAGS] as number;
    if ((flags & frameFlag.dead) === 0) return true;
    this.frames.free(frame);
    return false;
  }

  /** Counts a request in at its instance; whether it can begin at once. */
  #admit(frame: number): boolean {
    const fields = this.frames.words;
    const base = (fields[frame + INSTANCE] as number) << 4;
    const { words, numbers } = this.instances;
    const inFlight = words[base + instanceField.inFlight] as number;
    if (inFlight >= (words[base + instanceField.watermark] as number)) {
      const cause = this.#watched(base, inFlight, fields[frame] as number);
      if (cause !== 0) {
        this.refuse(frame, cause, words[base] as number);
        return false;
      }
    }
    words[base + instanceField.inFlight] = inFlight + 1;
    numbers[base + instanceNumber.presence] = (numbers[base + instanceNumber.presence] as number) - this.nowMs;
    this.frames.times[(frame >> 2) + ARRIVED] = this.nowMs;
    const workers = words[base + instanceField.workers] as number;
    if (workers < 0) return true;
    const busy = words[base + instanceField.busy] as number;
    if (busy >= workers) {
      (this.workerQueues[base >> 4] as FrameRing).push(frame);
      return false;
    }
    words[base + instanceField.busy] = busy + 1;
    this.#takeWorker(frame, base);
    return true;
  }

  /** Why an instance that has as many as never before, or is guarded, lets no more in; 0 where it does. */
  #watched(base: number, inFlight: number, operation: number): number {
    const { words } = this.instances;
    const capacity = words[base + instanceField.capacity] as number;
    if (inFlight >= capacity) return causes.queueFull;
    const isGuarded = words[base + instanceField.isGuarded] !== 0;
    const cause = isGuarded ? this.guard(base >> 4, operation) : 0;
    if (cause !== 0) return cause;
    const most = Math.max(inFlight + 1, words[base + instanceField.mostInFlight] as number);
    words[base + instanceField.mostInFlight] = most;
    words[base + instanceField.watermark] = isGuarded ? 0 : Math.min(most, capacity);
    return 0;
  }

  #takeWorker(frame: number, base: number): void {
    const fields = this.frames.words;
    fields[frame + FLAGS] = (fields[frame + FLAGS] as number) | frameFlag.hasWorker;
    const { numbers } = this.instances;
    const waitedMs = this.nowMs - (this.frames.times[(frame >> 2) + ARRIVED] as number);
    numbers[base + instanceNumber.waited] = (numbers[base + instanceNumber.waited] as number) + waitedMs;
    numbers[base + instanceNumber.busy] = (numbers[base + instanceNumber.busy] as number) - this.nowMs;
  }

  /** Ends a request that was not let in. */
  refuse(frame: number, cause: number, component: number): void {
    this.refused[component] = (this.refused[component] as number) + 1;
    this.frames.times[(frame >> 2) + ARRIVED] = this.nowMs;
    if (this.#tellEnd(frame, cause)) this.frames.free(frame);
  }

  /** The request leaves its instance: its worker goes to who waits longest. */
  #countDeparture(frame: number): number {
    const fields = this.frames.words;
    const base = (fields[frame + INSTANCE] as number) << 4;
    const { words, numbers } = this.instances;
    const { nowMs } = this;
    const durationMs = nowMs - (this.frames.times[(frame >> 2) + ARRIVED] as number);
    words[base + instanceField.inFlight] = (words[base + instanceField.inFlight] as number) - 1;
    numbers[base + instanceNumber.presence] = (numbers[base + instanceNumber.presence] as number) + nowMs;
    numbers[base + instanceNumber.visits] = (numbers[base + instanceNumber.visits] as number) + durationMs;
    numbers[base + instanceNumber.left] = (numbers[base + instanceNumber.left] as number) + 1;
    if (((fields[frame + FLAGS] as number) & frameFlag.hasWorker) !== 0) this.#giveWorker(base);
    return durationMs;
  }

  #giveWorker(base: number): void {
    const { words, numbers } = this.instances;
    numbers[base + instanceNumber.busy] = (numbers[base + instanceNumber.busy] as number) + this.nowMs;
    if (words[base + instanceField.state] === instanceStates.gone) return;
    const next = (this.workerQueues[base >> 4] as FrameRing).shift();
    if (next < 0) words[base + instanceField.busy] = (words[base + instanceField.busy] as number) - 1;
    else {
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
    if (this.observe !== undefined) this.observe(frame);
    if (parent >= 0) {
      fields[frame + CAUSE] = cause;
      if ((flags & frameFlag.elaborate) !== 0) return this.clients.ended(parent, frame);
      // Without a way through a network, the attempt began when the request came.
      this.tallyAttempt(fields[frame] as number, this.frames.times[(frame >> 2) + ARRIVED] as number, cause);
      this.resume(parent, cause);
      return true;
    }
    if ((flags & frameFlag.fromSource) !== 0) {
      this.tallyAttempt(fields[frame] as number, this.frames.times[(frame >> 2) + ASKED] as number, cause);
      this.sources.ended(fields[frame + ROOT] as number, this.frames.times[(frame >> 2) + ASKED] as number, cause);
    } else if ((flags & frameFlag.fromCallback) !== 0) this.#call(fields[frame + ROOT] as number, cause);
    else if ((flags & frameFlag.fromQueue) !== 0) {
      this.tallyAttempt(fields[frame] as number, this.frames.times[(frame >> 2) + ASKED] as number, cause);
      this.queues.handled(fields[frame + ROOT] as number, cause);
    } else if ((flags & frameFlag.abandoned) !== 0) {
      this.tallies.addAbandoned(fields[frame] as number);
    }
    return true;
  }

  /** Counts what became of one attempt, as its caller saw it. */
  tallyAttempt(operation: number, sinceMs: number, cause: number): void {
    this.tallies.add(operation, this.nowMs - sinceMs, cause);
  }

  /** Runs a frame until it waits or ends, and then whoever waited for just that. */
  #run(first: number): void {
    const code = this.#code;
    const { frames, instances, queue, draws, nowMs } = this;
    let frame = first;
    let at = frames.words[frame + AT] as number;
    for (;;) {
      switch (code[at]) {
        case instruction.work: {
          const words = frames.words;
          words[frame + AT] = at + 2;
          const base = (words[frame + INSTANCE] as number) << 4;
          const { words: held, numbers } = instances;
          const workMs = draws.next(code[at + 1] as number) * (numbers[base + instanceNumber.slowdown] as number);
          numbers[base + instanceNumber.demand] = (numbers[base + instanceNumber.demand] as number) + workMs;
          const mode = held[base + instanceField.mode];
          if (mode === processorModes.exclusive) {
            const working = held[base + instanceField.working] as number;
            if (working < (held[base + instanceField.processors] as number)) {
              held[base + instanceField.working] = working + 1;
              numbers[base + instanceNumber.working] = (numbers[base + instanceNumber.working] as number) - nowMs;
              queue.push(nowMs + workMs, frame | eventKinds.worked);
            } else {
              frames.times[(frame >> 2) + WORK] = workMs;
              (this.processorQueues[base >> 4] as FrameRing).push(frame);
            }
          } else if (mode === processorModes.unlimited) queue.push(nowMs + workMs, frame | eventKinds.waited);
          else this.#share(frame, base >> 4, workMs);
          return;
        }
        case instruction.wait: {
          const waitMs = draws.next(code[at + 1] as number);
          frames.words[frame + AT] = at + 2;
          queue.push(nowMs + waitMs, frame | eventKinds.waited);
          return;
        }
        case instruction.call: {
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
          const child = instance < 0 ? -1 : this.newFrame(operation, instance, frame, 0);
          if (child < 0) {
            const cause = instance < 0 ? causes.refused : causes.queueFull;
            this.tallies.add(operation, 0, cause);
            at = this.#fail(frame, cause);
            break;
          }
          if (!this.#admit(child)) return;
          frame = child;
          at = this.#entry[operation] as number;
          break;
        }
        case instruction.end: {
          const words = frames.words;
          const flags = words[frame + FLAGS] as number;
          if ((flags & frameFlag.strand) !== 0) {
            frame = this.#endStrand(frame);
            if (frame < 0) return;
            at = frames.words[frame + AT] as number;
            break;
          }
          const durationMs = this.#countDeparture(frame);
          const cause = words[frame + CAUSE] as number;
          const parent = words[frame + PARENT] as number;
          const base = (words[frame + INSTANCE] as number) << 4;
          if (instances.words[base + instanceField.isGuarded] !== 0) this.served(base >> 4);
          if (parent >= 0 && this.observe === undefined && (flags & frameFlag.elaborate) === 0) {
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
        case instruction.parallel: {
          this.#beginBranches(frame, at);
          return;
        }
        case instruction.choose: {
          const drawn = this.draws.next(code[at + 1] as number);
          const last = (code[at + 2] as number) - 1;
          const probabilities = code[at + 3] as number;
          let choice = 0;
          while (choice < last && drawn >= (this.#probabilities[probabilities + choice] as number)) choice += 1;
          at = code[at + 4 + choice] as number;
          break;
        }
        case instruction.jump:
          at = code[at + 1] as number;
          break;
        case instruction.detach: {
          const strand = this.#newStrand(frame, at + 2, frameFlag.strand | frameFlag.detached);
          if (strand >= 0) this.makeReady(strand);
          at = code[at + 1] as number;
          break;
        }
        case instruction.publish: {
          const cause = this.queues.publish(code[at + 1] as number);
          at += 2;
          if (cause !== 0) {
            frames.words[frame + AT] = at;
            at = this.#fail(frame, cause);
          }
          break;
        }
        case instruction.cache:
          at = this.caches.ask(code[at + 1] as number, code[at + 2] as number) ? at + 4 : (code[at + 3] as number);
          break;
        case instruction.lock: {
          frames.words[frame + AT] = at + 4;
          if (!this.locks.take(frame, code[at + 1] as number, code[at + 2] as number, code[at + 3] as number)) return;
          at += 4;
          break;
        }
        case instruction.unlock:
          this.locks.release(code[at + 1] as number, code[at + 2] as number);
          at += 3;
          break;
        case instruction.fail: {
          const isFailing =
            this.draws.next(code[at + 1] as number) < (this.#probabilities[code[at + 2] as number] as number);
          at += 3;
          if (isFailing) {
            frames.words[frame + AT] = at;
            at = this.#fail(frame, causes.application);
          }
          break;
        }
        default: {
          // raise: goes on failing.
          const handler = code[at + 1] as number;
          at = handler < 0 ? 0 : handler;
        }
      }
    }
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
    fields[frame + FLAGS] = (fields[frame + FLAGS] as number) | frameFlag.sharing;
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
      this.queue.push(this.nowMs + workMs, next | eventKinds.worked);
      return;
    }
    numbers[base + instanceNumber.working] = (numbers[base + instanceNumber.working] as number) + this.nowMs;
    words[base + instanceField.working] = (words[base + instanceField.working] as number) - 1;
  }

  #processorEvent(instance: number): void {
    const processor = this.processors[instance];
    if (processor === undefined || processor.plannedMs !== this.nowMs) return;
    processor.plannedMs = Infinity;
    processor.advance(this.nowMs);
    for (let frame = processor.takeDone(); frame >= 0; frame = processor.takeDone()) {
      const fields = this.frames.words;
      fields[frame + FLAGS] = (fields[frame + FLAGS] as number) & ~frameFlag.sharing;
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
    this.queue.push(nextMs, (instance << 4) | eventKinds.processor);
  }

  #newStrand(parent: number, at: number, flags: number): number {
    const fields = this.frames.words;
    const instance = fields[parent + INSTANCE] as number;
    const isDetached = (flags & frameFlag.detached) !== 0;
    const operation = fields[parent] as number;
    return this.frames.allocate(operation, instance, at, isDetached ? -1 : parent, flags);
  }

  #beginBranches(frame: number, at: number): void {
    const code = this.#code;
    const branches = code[at + 1] as number;
    const atOnce = code[at + 2] as number;
    const words = this.frames.words;
    words[frame + AT] = code[at + 3] as number;
    words[frame + PENDING] = branches;
    // The place is kept, so that the end of a branch can begin the next.
    words[frame + SITE] = at;
    const first = atOnce === 0 || atOnce > branches ? branches : atOnce;
    words[frame + BRANCH] = first;
    // Last in, first out: the first branch begins first.
    for (let branch = first - 1; branch >= 0; branch--) this.#beginBranch(frame, code[at + 4 + branch] as number);
  }

  #beginBranch(parent: number, at: number): void {
    const strand = this.#newStrand(parent, at, frameFlag.strand);
    if (strand >= 0) this.makeReady(strand);
    else this.#branchEnded(parent, causes.queueFull);
  }

  #branchEnded(parent: number, cause: number): void {
    const words = this.frames.words;
    if (cause !== 0 && words[parent + CAUSE] === 0) words[parent + CAUSE] = cause;
    words[parent + PENDING] = (words[parent + PENDING] as number) - 1;
    if (words[parent + PENDING] === 0) this.resume(parent, words[parent + CAUSE] as number);
  }

  /** A branch or detached work ends. Gives the frame that can go on, or -1. */
  #endStrand(strand: number): number {
    const words = this.frames.words;
    const parent = words[strand + PARENT] as number;
    const cause = words[strand + CAUSE] as number;
    this.frames.free(strand);
    if (parent < 0) return -1;
    const at = words[parent + SITE] as number;
    const next = words[parent + BRANCH] as number;
    if (next < (this.#code[at + 1] as number)) {
      words[parent + BRANCH] = next + 1;
      this.#beginBranch(parent, this.#code[at + 4 + next] as number);
    }
    this.#branchEnded(parent, cause);
    return -1;
  }

  /** Frees a frame of an instance that died, now or when its event comes. */
  #abandon(frame: number, isTimed: ReadonlySet<number>): void {
    const fields = this.frames.words;
    const flags = fields[frame + FLAGS] as number;
    if (isTimed.has(frame)) {
      fields[frame + FLAGS] = flags | frameFlag.dead;
      fields[frame + INSTANCE] = -1;
    } else this.frames.free(frame);
  }

  /** Gives back the locks that a frame holds at its place. */
  #releaseLocks(frame: number): void {
    const code = this.#code;
    let at = this.#handlers[this.frames.words[frame + AT] as number] as number;
    while (at >= 0) {
      if (code[at] !== instruction.unlock) break;
      this.locks.release(code[at + 1] as number, code[at + 2] as number);
      at = code[at + 4] as number;
    }
  }

  /** See `CallSite`. */
  siteOf(site: number): CallSite {
    return this.program.sites[site] as CallSite;
  }
}
