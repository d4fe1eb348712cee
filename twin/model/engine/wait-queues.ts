import { frameField } from './frames.ts';
import type { Frames } from './frames.ts';

const { previous, next, queue: queueOf } = frameField;

/**
 * First-in-first-out queues of frames, linked through the frames themselves: for connections and locks, where a frame may
 * give up. It waits in one at a time and can leave from anywhere.
 */
export class WaitQueues {
  #heads = new Int32Array(64).fill(-1);
  #tails = new Int32Array(64).fill(-1);
  #lengths = new Int32Array(64);
  #count = 0;
  readonly #frames: Frames;

  constructor(frames: Frames) {
    this.#frames = frames;
  }

  /** A new, empty queue. */
  create(): number {
    if (this.#count === this.#heads.length) {
      const grown = (old: Int32Array): Int32Array<ArrayBuffer> => {
        const larger = new Int32Array(old.length * 2).fill(-1);
        larger.set(old);
        return larger;
      };
      this.#heads = grown(this.#heads);
      this.#tails = grown(this.#tails);
      this.#lengths = grown(this.#lengths);
    }
    this.#lengths[this.#count] = 0;
    return this.#count++;
  }

  /** How many wait. */
  length(queue: number): number {
    return this.#lengths[queue] as number;
  }

  /** Who waits longest, or -1. */
  first(queue: number): number {
    return this.#heads[queue] as number;
  }

  /** All who wait, longest first. */
  all(queue: number): readonly number[] {
    const frames: number[] = [];
    const { words } = this.#frames;
    for (let frame = this.#heads[queue] as number; frame >= 0; frame = words[frame + next] as number)
      frames.push(frame);
    return frames;
  }

  /** Lets a frame wait behind all others. */
  join(queue: number, frame: number): void {
    const words = this.#frames.words;
    const last = this.#tails[queue] as number;
    words[frame + previous] = last;
    words[frame + next] = -1;
    words[frame + queueOf] = queue;
    if (last < 0) this.#heads[queue] = frame;
    else words[last + next] = frame;
    this.#tails[queue] = frame;
    this.#lengths[queue] = (this.#lengths[queue] as number) + 1;
  }

  /** Takes out who waits longest; -1 where nobody does. */
  shift(queue: number): number {
    const frame = this.#heads[queue] as number;
    if (frame >= 0) this.leave(frame);
    return frame;
  }

  /** Takes a frame out of the queue that it waits in, if any. */
  leave(frame: number): void {
    const words = this.#frames.words;
    const queue = words[frame + queueOf] as number;
    if (queue < 0) return;
    const before = words[frame + previous] as number;
    const after = words[frame + next] as number;
    if (before < 0) this.#heads[queue] = after;
    else words[before + next] = after;
    if (after < 0) this.#tails[queue] = before;
    else words[after + previous] = before;
    words[frame + queueOf] = -1;
    this.#lengths[queue] = (this.#lengths[queue] as number) - 1;
  }
}
