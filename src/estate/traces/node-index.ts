import type { TraceNode } from './trace-node.ts';

/** Finds the spans of one trace by id: open addressing over the two halves of the id, used again for every trace. */
export class NodeIndex {
  #slots: (TraceNode | undefined)[] = [];
  #mask = 0;

  /** Empties it, with room for a trace of so many spans. */
  start(spans: number): void {
    let size = 16;
    while (size < spans * 2) size *= 2;
    if (size > this.#slots.length || this.#slots.length > size * 8)
      this.#slots = Array<TraceNode | undefined>(size).fill(undefined);
    else this.#slots.fill(undefined);
    this.#mask = this.#slots.length - 1;
  }

  /** The span of an id; undefined where there is none. */
  find(high: number, low: number): TraceNode | undefined {
    for (let slot = this.#slot(high, low); ; slot = (slot + 1) & this.#mask) {
      const node = this.#slots[slot];
      if (node === undefined || (node.keyHigh === high && node.keyLow === low)) return node;
    }
  }

  /** Puts a span in; one of the same id is replaced. */
  put(node: TraceNode): void {
    for (let slot = this.#slot(node.keyHigh, node.keyLow); ; slot = (slot + 1) & this.#mask) {
      const known = this.#slots[slot];
      if (known === undefined || (known.keyHigh === node.keyHigh && known.keyLow === node.keyLow)) {
        this.#slots[slot] = node;
        return;
      }
    }
  }

  #slot(high: number, low: number): number {
    const mixed = Math.imul(high ^ Math.imul(low, 0x9e37_79b1), 0x85eb_ca77);
    return (mixed ^ (mixed >>> 15)) & this.#mask;
  }
}
