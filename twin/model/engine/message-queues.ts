import { causes } from './cause.ts';
import type { EngineCore } from './engine-core.ts';
import { frameField, frameFlag, frameTime } from './frames.ts';
import { instanceField, instanceStates } from './instances.ts';
import type { Program } from './program.ts';

/** One place where one instance works on one message at a time. */
interface Slot {
  readonly instance: number;
  readonly queue: number;
  readonly operation: number;
  isIdle: boolean;
}

/** Messages between who publishes and who consumes, oldest first. */
interface MessageQueue {
  readonly most: number;
  readonly messageBytes: number;
  memoryBytes: number;
  readonly dropsOldest: boolean;
  readonly broker: number;
  /** Ring of the times of publishing. */
  publishedMs: Float64Array;
  first: number;
  depth: number;
  mostDepth: number;
  readonly slots: number[];
  isPaused: boolean;
  isOffering: boolean;
  /** Components whose instances take nothing. */
  readonly pausedFor: Set<number>;
  published: number;
  consumed: number;
  failed: number;
  refused: number;
  dropped: number;
  /** Integral of the depth, and up to when. */
  depthMs: number;
  sinceMs: number;
}

/** What a run says of a queue. */
export interface QueueMeasures extends Readonly<Omit<MessageQueue, 'slots' | 'publishedMs' | 'first' | 'isOffering'>> {
  readonly oldestAgeMs: number;
}

/**
 * Queues with consumers. A message is handled once: one whose handling fails is counted and gone, as with a dead-letter
 * queue that nobody reads. What a consumer had in hand when its instance died is lost with it.
 */
export class MessageQueues {
  readonly #engine: EngineCore;
  readonly #program: Program;
  readonly #queues: MessageQueue[];
  readonly #slots: Slot[] = [];

  constructor(program: Program, engine: EngineCore) {
    this.#engine = engine;
    this.#program = program;
    this.#queues = program.queues.map((name) => {
      const model = program.model.queues[name];
      const holds = model?.holds ?? 0;
      const size = 2 ** Math.ceil(Math.log2(Math.max(16, holds + 1)));
      return {
        most: model?.most ?? 0,
        messageBytes: model?.message ?? 0,
        memoryBytes: model?.memory ?? Infinity,
        dropsOldest: model?.whenFull === 'drop-oldest',
        broker: program.components.findIndex(({ name: component }) => component === model?.broker),
        publishedMs: new Float64Array(size),
        first: 0,
        depth: holds,
        mostDepth: holds,
        slots: [],
        isPaused: false,
        isOffering: false,
        pausedFor: new Set(),
        published: 0,
        consumed: 0,
        failed: 0,
        refused: 0,
        dropped: 0,
        depthMs: 0,
        sinceMs: 0,
      };
    });
  }

  /**
   * Puts a message into a queue.
   *
   * @returns Why it was not taken; 0 where it was.
   */
  publish(queue: number): number {
    const entry = this.#queues[queue] as MessageQueue;
    if (!this.#isUp(entry)) {
      entry.refused += 1;
      return causes.brokerDown;
    }
    const isFull = entry.depth >= entry.most || (entry.depth + 1) * entry.messageBytes > entry.memoryBytes;
    if (isFull && !entry.dropsOldest) {
      entry.refused += 1;
      return causes.brokerFull;
    }
    if (isFull && entry.depth > 0) {
      this.#count(entry, -1);
      entry.first = (entry.first + 1) & (entry.publishedMs.length - 1);
      entry.dropped += 1;
    }
    if (entry.depth === entry.publishedMs.length) grow(entry);
    entry.publishedMs[(entry.first + entry.depth) & (entry.publishedMs.length - 1)] = this.#engine.nowMs;
    this.#count(entry, 1);
    entry.published += 1;
    this.#offer(queue);
    return 0;
  }

  /** An instance begins to consume what its component consumes. */
  join(instance: number): void {
    const component = this.#engine.instances.words[instance << 4] as number;
    const { model, operations } = this.#program.components[component] as Program['components'][number];
    for (const { queue: name, operation, atOnce } of model.consumes) {
      const queue = this.#program.queues.indexOf(name);
      for (let one = 0; one < atOnce; one++) {
        const slot = { instance, queue, operation: operations.get(operation) ?? -1, isIdle: true };
        (this.#queues[queue] as MessageQueue).slots.push(this.#slots.push(slot) - 1);
      }
      this.#offer(queue);
    }
  }

  /** An instance consumes no more; what it has in hand it finishes. */
  leave(instance: number): void {
    for (const entry of this.#queues) {
      const kept = entry.slots.filter((slot) => this.#slots[slot]?.instance !== instance);
      if (kept.length < entry.slots.length) entry.slots.splice(0, entry.slots.length, ...kept);
    }
  }

  /** A message was handled. */
  handled(slot: number, cause: number): void {
    const held = this.#slots[slot] as Slot;
    const entry = this.#queues[held.queue] as MessageQueue;
    entry.consumed += 1;
    if (cause !== 0) entry.failed += 1;
    held.isIdle = true;
    this.#offer(held.queue);
  }

  /**
   * Consumers of a queue take nothing, or go on.
   *
   * @param component - Only the instances of this one; all where left out.
   */
  pause(queue: number, isPaused: boolean, component?: number): void {
    const entry = this.#queues[queue] as MessageQueue;
    if (component === undefined) entry.isPaused = isPaused;
    else if (isPaused) entry.pausedFor.add(component);
    else entry.pausedFor.delete(component);
    this.#offer(queue);
    this.#engine.settle();
  }

  /** A component that may hold queues has come back. */
  brokerIsUp(component: number): void {
    for (const [queue, { broker }] of this.#queues.entries()) if (broker === component) this.#offer(queue);
    this.#engine.settle();
  }

  /** Throws away all messages of a queue. */
  purge(queue: number): void {
    const entry = this.#queues[queue] as MessageQueue;
    entry.dropped += entry.depth;
    this.#count(entry, -entry.depth);
  }

  /** Sets how much memory a queue's messages may fill. */
  limit(queue: number, memoryBytes: number): void {
    (this.#queues[queue] as MessageQueue).memoryBytes = memoryBytes;
  }

  /** Puts many messages in at once, as a backlog. */
  fill(queue: number, messages: number): void {
    for (let message = 0; message < messages; message++) this.publish(queue);
  }

  /** What was measured so far. */
  measures(queue: number): QueueMeasures {
    const entry = this.#queues[queue] as MessageQueue;
    this.#count(entry, 0);
    const oldestMs = entry.depth === 0 ? this.#engine.nowMs : (entry.publishedMs[entry.first] as number);
    return { ...entry, oldestAgeMs: this.#engine.nowMs - oldestMs };
  }

  /** Forgets what was counted; messages stay. */
  clear(): void {
    for (const entry of this.#queues) {
      const counts = { published: 0, consumed: 0, failed: 0, refused: 0, dropped: 0, depthMs: 0 };
      Object.assign(entry, counts, { mostDepth: entry.depth, sinceMs: this.#engine.nowMs });
    }
  }

  /** Gives messages to whoever is free. */
  #offer(queue: number): void {
    const entry = this.#queues[queue] as MessageQueue;
    // A consumer that refuses is free again in the middle of this; the loop goes on with it.
    if (entry.isOffering) return;
    entry.isOffering = true;
    this.#offerAll(entry);
    entry.isOffering = false;
  }

  #offerAll(entry: MessageQueue): void {
    const { frames, nowMs } = this.#engine;
    while (entry.depth > 0 && !entry.isPaused && this.#isUp(entry)) {
      const at = entry.slots.findIndex((slot) => this.#isFree(this.#slots[slot] as Slot, entry));
      if (at < 0) return;
      const slot = entry.slots[at] as number;
      // Whoever had one goes to the end of the row.
      entry.slots.splice(at, 1);
      entry.slots.push(slot);
      const held = this.#slots[slot] as Slot;
      const frame = this.#engine.newFrame(held.operation, held.instance, -1, frameFlag.fromQueue);
      if (frame < 0) return;
      entry.first = (entry.first + 1) & (entry.publishedMs.length - 1);
      this.#count(entry, -1);
      held.isIdle = false;
      frames.words[frame + frameField.root] = slot;
      frames.times[(frame >> 2) + frameTime.asked] = nowMs;
      this.#engine.arrive(frame);
    }
  }

  #isFree({ instance, isIdle }: Slot, { pausedFor }: MessageQueue): boolean {
    if (pausedFor.has(this.#engine.instances.words[instance << 4] as number)) return false;
    const state = this.#engine.instances.words[(instance << 4) + instanceField.state];
    return isIdle && state === instanceStates.running;
  }

  #isUp({ broker }: MessageQueue): boolean {
    return broker < 0 || this.#engine.routes.count(broker) > 0;
  }

  #count(entry: MessageQueue, change: number): void {
    const { nowMs } = this.#engine;
    entry.depthMs += entry.depth * (nowMs - entry.sinceMs);
    entry.sinceMs = nowMs;
    entry.depth += change;
    if (entry.depth > entry.mostDepth) entry.mostDepth = entry.depth;
  }
}

function grow(entry: MessageQueue): void {
  const size = entry.publishedMs.length;
  const publishedMs = new Float64Array(size * 2);
  for (let at = 0; at < entry.depth; at++)
    publishedMs[at] = entry.publishedMs[(entry.first + at) & (size - 1)] as number;
  entry.publishedMs = publishedMs;
  entry.first = 0;
}
