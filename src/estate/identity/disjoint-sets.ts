/** Sets of items that only ever grow together (union-find with path halving). The root is the least item of its set. */
export class DisjointSets {
  readonly #parent: Map<string, string>;

  constructor(items: Iterable<string>) {
    this.#parent = new Map([...items].map((item) => [item, item]));
  }

  /**
   * The item that stands for the set of an item.
   *
   * @param item - One of the items.
   */
  rootOf(item: string): string {
    let current = item;
    for (;;) {
      const parent = this.#parent.get(current) ?? current;
      if (parent === current) return current;
      const grandparent = this.#parent.get(parent) ?? parent;
      this.#parent.set(current, grandparent);
      current = grandparent;
    }
  }

  /**
   * Makes one set of two.
   *
   * @param a - An item of the one.
   * @param b - An item of the other.
   * @returns Whether they were two.
   */
  join(a: string, b: string): boolean {
    const [first = a, second = b] = [this.rootOf(a), this.rootOf(b)].sort();
    if (first === second) return false;
    this.#parent.set(second, first);
    return true;
  }
}
