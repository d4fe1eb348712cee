/** What follows the end of a request that a callback asked for: the cause, 0 for none. */
export type Ended = (cause: number) => void;

/** Callbacks by number, as events and frames name them. Each is called once, and its number is used again. */
export class Callbacks {
  readonly #calls: (Ended | undefined)[] = [];
  readonly #free: number[] = [];

  /** Keeps a callback. */
  add(call: Ended): number {
    const slot = this.#free.pop() ?? this.#calls.length;
    this.#calls[slot] = call;
    return slot;
  }

  /** Calls it, and forgets it. */
  call(slot: number, cause: number): void {
    const call = this.#calls[slot];
    this.#calls[slot] = undefined;
    this.#free.push(slot);
    call?.(cause);
  }
}
