/** The places of a frame's whole numbers. */
export const frameField = {
  operation: 0,
  /** The instance that it runs on. */
  instance: 1,
  /** Where in the program it goes on. */
  at: 2,
  /** The frame that waits for its end, or -1. */
  parent: 3,
  flags: 4,
  /** Branches that still run. */
  pending: 5,
  /** The frame that it called by way of a client, while that has not answered, or -1. */
  child: 6,
  /** Where it called by way of a client, or of a parallel block the place of that. */
  site: 7,
  /** How often that call was tried. */
  attempt: 8,
  /** Counts its calls' attempts, so that deadlines of earlier ones are known for stale. */
  sequence: 9,
  previous: 10,
  next: 11,
  /** The queue that it waits in, or -1. */
  queue: 12,
  /** Of a root: the source of arrivals, the callback or the consumer that it belongs to. */
  root: 13,
  /** Why it fails; 0 as long as it does not. */
  cause: 14,
  /** Of a parallel block: the next branch to start. While it waits for a lock: how it wants it, see `Locks.take`. */
  branch: 15,
} as const;

/** The places of a frame's times, in milliseconds. */
export const frameTime = {
  /** When it came to its instance. */
  arrived: 0,
  /** When it sent the attempt that it waits for, by way of a client. */
  called: 1,
  /** Work that it still needs, while it waits for a processor. */
  work: 2,
  /** Of a root: when it was asked. Of a call by way of a client: how long its answer travels. */
  asked: 3,
} as const;

/** What is true of a frame. */
export const frameFlag = {
  /** A branch of a parallel block or detached work: has no worker of its own and no answer to give. */
  strand: 1,
  /** Nothing modelled caused it, and its end is told to a source of arrivals. */
  fromSource: 4,
  /** Its end is told to a callback. */
  fromCallback: 8,
  /** It works on a message, and its end is told to the queue's consumer. */
  fromQueue: 16,
  /** Its caller has given up. */
  abandoned: 32,
  /** It holds a worker of its instance. */
  hasWorker: 128,
  /** It is on its way through the network. */
  travelling: 256,
  /** It holds a connection of its client's pool. */
  hasConnection: 512,
  /** It runs on a shared processor of its instance. */
  sharing: 2_048,
  /** Its call goes through a client's policies: see `Clients`. */
  elaborate: 4_096,
} as const;

const {
  at: AT,
  cause: CAUSE,
  child: CHILD,
  flags: FLAGS,
  instance: INSTANCE,
  next: NEXT,
  parent: PARENT,
  queue: QUEUE,
} = frameField;
const wordShift = 4;
const words = 1 << wordShift;

/**
 * The operations, branches and detached pieces of work that are under way. A frame is named by the offset of its whole
 * numbers: field `k` of frame `f` is `words[f + k]`, its time `k` is `times[(f >> 2) + k]`. Frames are used again.
 */
export class Frames {
  words = new Int32Array(words * 1_024);
  times = new Float64Array(words * 256);
  /** The first free frame; each free frame names the next in its `next`. */
  #free = -1;
  /** Whether there were ever as many as there may be. */
  isExhausted = false;
  #used = 0;
  readonly #most: number;

  /**
   * @param most - How many there may be: about 100 bytes each.
   */
  constructor(most: number) {
    this.#most = most;
  }

  /**
   * A blank frame.
   *
   * @returns Its name, or -1 where there are as many as there may be.
   */
  allocate(operation: number, instance: number, at: number, parent: number, flags: number): number {
    const frame = this.#free < 0 ? this.#fresh() : this.#free;
    if (frame < 0) return -1;
    this.#free = this.words[frame + NEXT] as number;
    const fields = this.words;
    fields[frame] = operation;
    fields[frame + INSTANCE] = instance;
    fields[frame + AT] = at;
    fields[frame + PARENT] = parent;
    fields[frame + FLAGS] = flags;
    fields[frame + CAUSE] = 0;
    return frame;
  }

  /** A frame that was never used, or -1. */
  #fresh(): number {
    if (this.#used === this.#most) {
      this.isExhausted = true;
      return -1;
    }
    const frame = this.#used++ << wordShift;
    if (frame === this.words.length) this.#grow();
    // Whoever uses these puts them back.
    this.words[frame + CHILD] = -1;
    this.words[frame + QUEUE] = -1;
    this.words[frame + NEXT] = -1;
    return frame;
  }

  /** Gives a frame back, which calls nobody and waits in no queue. */
  free(frame: number): void {
    const fields = this.words;
    fields[frame + INSTANCE] = -1;
    fields[frame + NEXT] = this.#free;
    this.#free = frame;
  }

  /** All frames that wait for one of the given ones. */
  calledBy(parents: ReadonlySet<number>): number[] {
    const found: number[] = [];
    const fields = this.words;
    for (let frame = 0; frame < this.#used << wordShift; frame += words) {
      const parent = fields[frame + PARENT] as number;
      if (parent >= 0 && (fields[frame + INSTANCE] as number) >= 0 && parents.has(parent)) found.push(frame);
    }
    return found;
  }

  /** All frames that are under way. */
  all(): number[] {
    const found: number[] = [];
    for (let frame = 0; frame < this.#used << wordShift; frame += words) {
      if ((this.words[frame + INSTANCE] as number) >= 0) found.push(frame);
    }
    return found;
  }

  /** All frames of an instance that are under way. */
  of(instance: number): number[] {
    const found: number[] = [];
    const fields = this.words;
    for (let frame = 0; frame < this.#used << wordShift; frame += words) {
      if (fields[frame + INSTANCE] === instance) found.push(frame);
    }
    return found;
  }

  #grow(): void {
    const fields = new Int32Array(this.words.length * 2);
    fields.set(this.words);
    this.words = fields;
    const times = new Float64Array(this.times.length * 2);
    times.set(this.times);
    this.times = times;
  }
}
