import { causes } from './cause.ts';
import type { EngineCore } from './engine-core.ts';
import { frameField } from './frames.ts';

/**
 * Locks that many may share or one may have alone. Who waits, waits in the order of coming, so that sharers who come after
 * one that wants it alone wait behind it, as for the table locks of PostgreSQL.
 */
export class Locks {
  readonly #engine: EngineCore;
  readonly #queues: readonly number[];
  readonly #sharers: Int32Array;
  readonly #isTaken: Uint8Array;
  readonly #lockOf = new Map<number, number>();
  /** By lock: how often somebody outside the model holds it, shared or alone. */
  readonly #seizedShared: Int32Array;
  readonly #seizedAlone: Int32Array;

  constructor(count: number, engine: EngineCore) {
    this.#engine = engine;
    this.#queues = Array.from({ length: count }, () => engine.waits.create());
    for (const [lock, queue] of this.#queues.entries()) this.#lockOf.set(queue, lock);
    this.#sharers = new Int32Array(count);
    this.#isTaken = new Uint8Array(count);
    this.#seizedShared = new Int32Array(count);
    this.#seizedAlone = new Int32Array(count);
  }

  /**
   * Somebody outside the model takes a lock: who has it finishes, who comes now waits.
   *
   * @param mode - 0 shared, 1 alone.
   */
  seize(lock: number, mode: number): void {
    const seized = mode === 1 ? this.#seizedAlone : this.#seizedShared;
    seized[lock] = (seized[lock] as number) + 1;
  }

  /** Gives a lock back that was seized. */
  giveBack(lock: number, mode: number): void {
    const seized = mode === 1 ? this.#seizedAlone : this.#seizedShared;
    seized[lock] = (seized[lock] as number) - 1;
    this.#grant(lock);
    this.#engine.settle();
  }

  /** Who waits for a lock, longest first. */
  waitingFor(lock: number): readonly number[] {
    return this.#engine.waits.all(this.#queues[lock] as number);
  }

  /** How many wait for a lock. */
  waiting(lock: number): number {
    return this.#engine.waits.length(this.#queues[lock] as number);
  }

  /**
   * Takes a lock for a frame, or lets it wait.
   *
   * @param mode - 0 shared, 1 alone.
   * @param timeoutMs - After which it gives up; -1 for never.
   * @returns Whether the frame has it.
   */
  take(frame: number, lock: number, mode: number, timeoutMs: number): boolean {
    const { waits, frames, deadlines, nowMs } = this.#engine;
    const queue = this.#queues[lock] as number;
    if (waits.length(queue) === 0 && this.#isFree(lock, mode)) {
      this.#hold(lock, mode);
      return true;
    }
    frames.words[frame + frameField.branch] = mode;
    waits.join(queue, frame);
    if (timeoutMs >= 0) deadlines.add(deadlines.list('lock', timeoutMs), frame, nowMs);
    return false;
  }

  /** Gives a lock back. */
  release(lock: number, mode: number): void {
    if (mode === 1) this.#isTaken[lock] = 0;
    else this.#sharers[lock] = (this.#sharers[lock] as number) - 1;
    this.#grant(lock);
  }

  /**
   * A frame's time is over.
   *
   * @returns Whether it waited for a lock.
   */
  timeOut(frame: number): boolean {
    const { words } = this.#engine.frames;
    const lock = this.#lockOf.get(words[frame + frameField.queue] as number);
    if (lock === undefined) return false;
    this.#engine.waits.leave(frame);
    this.#moveOn(frame);
    this.#engine.resume(frame, causes.lockTimeout);
    // Those behind it may have waited for it only.
    this.#grant(lock);
    return true;
  }

  /** Lets everybody have what is free: those go on who waited for nothing but somebody who has gone from a queue. */
  grantAll(): void {
    for (const lock of this.#queues.keys()) this.#grant(lock);
  }

  #grant(lock: number): void {
    const { waits, frames } = this.#engine;
    const queue = this.#queues[lock] as number;
    for (let frame = waits.first(queue); frame >= 0; frame = waits.first(queue)) {
      const mode = frames.words[frame + frameField.branch] as number;
      if (!this.#isFree(lock, mode)) return;
      waits.leave(frame);
      this.#hold(lock, mode);
      this.#moveOn(frame);
      this.#engine.makeReady(frame);
    }
  }

  #isFree(lock: number, mode: number): boolean {
    if (this.#seizedAlone[lock] !== 0 || (mode === 1 && this.#seizedShared[lock] !== 0)) return false;
    return this.#isTaken[lock] === 0 && (mode === 0 || this.#sharers[lock] === 0);
  }

  #hold(lock: number, mode: number): void {
    if (mode === 1) this.#isTaken[lock] = 1;
    else this.#sharers[lock] = (this.#sharers[lock] as number) + 1;
  }

  #moveOn(frame: number): void {
    const { words } = this.#engine.frames;
    words[frame + frameField.sequence] = ((words[frame + frameField.sequence] as number) + 1) | 0;
  }
}
