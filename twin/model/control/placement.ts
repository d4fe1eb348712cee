import type { Model } from '../format/index.ts';

/** What is placed. */
export interface Placed {
  readonly component: string;
  readonly cores: number;
  readonly memoryBytes: number;
  /** Who may attach its component's volume at the same time, where it has one. */
  readonly volume: 'one-node' | 'one-instance' | 'many' | undefined;
}

/** A node that instances run on. */
export interface PlacementNode {
  readonly name: string;
  readonly cores: number;
  readonly memoryBytes: number;
  readonly zone: string | undefined;
  /** Takes nothing new while any of these reasons holds. */
  readonly closedBy: Set<object | string>;
  readonly placed: Set<Placed>;
}

/**
 * Which instances run on which nodes: by what they reserve, spread over zones and then over nodes, as the scheduler of
 * Kubernetes does by default (PodTopologySpread, then NodeResourcesFit with the least allocated first). Without nodes
 * there is room for all.
 */
export class Placement {
  readonly nodes = new Map<string, PlacementNode>();
  readonly #unplaced = new Set<Placed>();
  readonly isLimited: boolean;

  constructor(nodes: Model['nodes']) {
    this.isLimited = Object.keys(nodes).length > 0;
    for (const [name, { cores, memory, zone }] of Object.entries(nodes)) this.add(name, cores, memory, zone);
  }

  /** Adds a node. */
  add(name: string, cores: number, memoryBytes: number, zone: string | undefined): PlacementNode {
    const node = { name, cores, memoryBytes, zone, closedBy: new Set<object | string>(), placed: new Set<Placed>() };
    this.nodes.set(name, node);
    return node;
  }

  /**
   * Gives something a place.
   *
   * @param wanted - What it needs.
   * @returns The node, `undefined` where there are none; or why it has to wait.
   */
  place(wanted: Placed): { readonly node: PlacementNode | undefined } | { readonly why: string } {
    // Only a volume asks where the others are: looking for a thousand instances each time would be a million looks.
    const others =
      wanted.volume === undefined ? [] : [...this.#all()].filter(({ component }) => component === wanted.component);
    if (wanted.volume === 'one-instance' && others.length > 0) return { why: 'its volume is held by another instance' };
    if (!this.isLimited) {
      this.#unplaced.add(wanted);
      return { node: undefined };
    }
    const open = [...this.nodes.values()].filter(({ closedBy }) => closedBy.size === 0);
    const allowed =
      wanted.volume === 'one-node' && others.length > 0
        ? open.filter(({ placed }) => others.some((other) => placed.has(other)))
        : open;
    const fitting = allowed.filter((node) => fits(node, wanted));
    const [best] = fitting.sort((left, right) => this.#compare(left, right, wanted.component));
    if (best === undefined) {
      if (open.length === 0) return { why: 'no node takes instances' };
      const isHeld = allowed.length < open.length && open.some((node) => fits(node, wanted));
      return { why: isHeld ? 'its volume is attached to a node that cannot take it' : 'no node has room for it' };
    }
    best.placed.add(wanted);
    return { node: best };
  }

  /** Gives a place back. */
  remove(placed: Placed): void {
    this.#unplaced.delete(placed);
    for (const node of this.nodes.values()) node.placed.delete(placed);
  }

  *#all(): Iterable<Placed> {
    yield* this.#unplaced;
    for (const { placed } of this.nodes.values()) yield* placed;
  }

  /** Fewest of the same component in the zone, then on the node, then least allocated; else in the order of the model. */
  #compare(left: PlacementNode, right: PlacementNode, component: string): number {
    return (
      this.#inZone(left, component) - this.#inZone(right, component) ||
      of(left, component) - of(right, component) ||
      allocated(left) - allocated(right)
    );
  }

  #inZone({ zone }: PlacementNode, component: string): number {
    if (zone === undefined) return 0;
    let sum = 0;
    for (const node of this.nodes.values()) if (node.zone === zone) sum += of(node, component);
    return sum;
  }
}

const of = ({ placed }: PlacementNode, name: string): number =>
  [...placed].filter(({ component }) => component === name).length;

const sumOf = (placed: ReadonlySet<Placed>, one: (of: Placed) => number): number =>
  [...placed].reduce((sum, each) => sum + one(each), 0);

/** Rounding of sums of cores such as 0.1. */
const grainCores = 1e-9;

function fits({ placed, cores, memoryBytes }: PlacementNode, wanted: Placed): boolean {
  const usedCores = sumOf(placed, (each) => each.cores);
  const usedBytes = sumOf(placed, (each) => each.memoryBytes);
  return usedCores + wanted.cores <= cores + grainCores && usedBytes + wanted.memoryBytes <= memoryBytes;
}

const allocated = ({ placed, cores, memoryBytes }: PlacementNode): number =>
  sumOf(placed, (each) => each.cores) / cores + sumOf(placed, (each) => each.memoryBytes) / Math.max(1, memoryBytes);
