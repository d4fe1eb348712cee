/** A first-in-first-out queue of frames that leave from its head only, or all at once. */
export class FrameRing {
  #frames = new Int32Array(8);
  #first = 0;
  /** How many wait. */
  length = 0;

  /** Lets a frame wait behind all others. */
  push(frame: number): void {
    if (this.length === this.#frames.length) this.#grow();
    this.#frames[(this.#first + this.length) & (this.#frames.length - 1)] = frame;
    this.length += 1;
  }

  /** Takes out who waits longest; -1 where nobody does. */
  shift(): number {
    if (this.length === 0) return -1;
    const frame = this.#frames[this.#first] as number;
    this.#first = (this.#first + 1) & (this.#frames.length - 1);
    this.length -= 1;
    return frame;
  }

  /** Lets nobody wait any more. */
  clear(): void {
    this.length = 0;
  }

  /**
   * Lets some frames wait no more.
   *
   * @returns How many.
   */
  remove(isMeant: (frame: number) => boolean): number {
    const mask = this.#frames.length - 1;
    let kept = 0;
    for (let at = 0; at < this.length; at++) {
      const frame = this.#frames[(this.#first + at) & mask] as number;
      if (!isMeant(frame)) this.#frames[(this.#first + kept++) & mask] = frame;
    }
    const removed = this.length - kept;
    this.length = kept;
    return removed;
  }

  #grow(): void {
    const frames = new Int32Array(this.#frames.length * 2);
    for (let at = 0; at < this.length; at++)
      frames[at] = this.#frames[(this.#first + at) & (this.#frames.length - 1)] as number;
    this.#frames = frames;
    this.#first = 0;
  }
}
