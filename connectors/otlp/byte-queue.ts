/** Bytes that came and are not yet read; they are put together only when asked for. */
export class ByteQueue {
  #chunks: Buffer[] = [];
  #length = 0;

  /** How many there are. */
  get length(): number {
    return this.#length;
  }

  /** @param chunk - What came. */
  push(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
  }

  /**
   * The first bytes, which stay.
   *
   * @param count - How many, no more than there are.
   */
  peek(count: number): Buffer {
    const [first] = this.#chunks;
    if (first !== undefined && first.length >= count) return first.subarray(0, count);
    this.#chunks = [Buffer.concat(this.#chunks)];
    return this.#chunks[0]?.subarray(0, count) ?? Buffer.alloc(0);
  }

  /**
   * Takes the first bytes away.
   *
   * @param count - How many, no more than there are.
   */
  take(count: number): Buffer {
    const taken = this.peek(count);
    const [first = taken, ...others] = this.#chunks;
    this.#chunks = first.length === count ? others : [first.subarray(count), ...others];
    this.#length -= count;
    return taken;
  }
}
