/** What is placed. */
export interface Placed {
  readonly component: string;
  readonly cores: number;
  readonly memoryBytes: number;
  /** Who may attach its component's volume at the same time, where it has one. */
  readonly volume: 'one-node' | 'one-instance' | 'many' | undefined;
}

/** Why a node takes nothing new: set and taken back by hand, or by the model from the start. */
export const cordoned = 'cordoned';

/** What a node has; what is not given is not bounded. */
export interface NodeRoom {
  readonly cores?: number | undefined;
  readonly memory?: number | undefined;
  readonly zone?: string | undefined;
  readonly pool?: string | undefined;
}

/** A node that instances run on. */
export interface PlacementNode {
  readonly name: string;
  readonly cores: number;
  readonly memoryBytes: number;
  readonly zone: string | undefined;
  /** Of nodes that are alike. */
  readonly pool: string | undefined;
  /** Takes nothing new while any of these reasons holds. */
  readonly closedBy: Set<object | string>;
  readonly placed: Set<Placed>;
  /** What is reserved of it. */
  usedCores: number;
  usedBytes: number;
  /** How many instances of each component are on it. */
  readonly counts: Map<string, number>;
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

  constructor(nodes: Readonly<Record<string, NodeRoom & { readonly cordoned?: boolean }>>) {
    this.isLimited = Object.keys(nodes).length > 0;
    for (const [name, node] of Object.entries(nodes)) {
      const { closedBy } = this.add(name, node);
      if (node.cordoned) closedBy.add(cordoned);
    }
  }

  /** Adds a node. */
  add(name: string, { cores = Infinity, memory = Infinity, zone, pool }: NodeRoom): PlacementNode {
    const node = {
      name,
      cores,
      memoryBytes: memory,
      zone,
      pool,
      closedBy: new Set<object | string>(),
      placed: new Set<Placed>(),
      usedCores: 0,
      usedBytes: 0,
      counts: new Map<string, number>(),
    };
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
    const best = this.#best(
      allowed.filter((node) => fits(node, wanted)),
      wanted.component,
    );
    if (best === undefined) {
      if (open.length === 0) return { why: 'no node takes instances' };
      const isHeld = allowed.length < open.length && open.some((node) => fits(node, wanted));
      return { why: isHeld ? 'its volume is attached to a node that cannot take it' : 'no node has room for it' };
    }
    occupy(best, wanted);
    return { node: best };
  }

  /**
   * Notes where something stands already, whether or not it would be placed there now: what runs is not moved because its
   * node is full or closed.
   *
   * @param placed - What stands there.
   * @param name - Of a node that there is.
   */
  stands(placed: Placed, name: string): void {
    const node = this.nodes.get(name);
    if (node !== undefined) occupy(node, placed);
  }

  /** Gives a place back. */
  remove(placed: Placed): void {
    this.#unplaced.delete(placed);
    for (const node of this.nodes.values()) if (node.placed.delete(placed)) count(node, placed, -1);
  }

  *#all(): Iterable<Placed> {
    yield* this.#unplaced;
    for (const { placed } of this.nodes.values()) yield* placed;
  }

  /** Fewest of the same component in the zone, then on the node, then least allocated; else the first of the model. */
  #best(nodes: readonly PlacementNode[], component: string): PlacementNode | undefined {
    const inZones = new Map<string | undefined, number>();
    for (const { zone, counts } of this.nodes.values())
      inZones.set(zone, (inZones.get(zone) ?? 0) + (counts.get(component) ?? 0));
    // Nodes without a zone are no zone together.
    inZones.set(undefined, 0);
    const rank = (node: PlacementNode): readonly [number, number, number] => [
      inZones.get(node.zone) ?? 0,
      node.counts.get(component) ?? 0,
      allocated(node),
    ];
    let best: PlacementNode | undefined;
    let least: readonly [number, number, number] = [Infinity, Infinity, Infinity];
    for (const node of nodes) {
      const ranked = rank(node);
      const [zone, same, full] = ranked;
      if ((zone - least[0] || same - least[1] || full - least[2]) >= 0) continue;
      best = node;
      least = ranked;
    }
    return best;
  }
}

function occupy(node: PlacementNode, placed: Placed): void {
  node.placed.add(placed);
  count(node, placed, 1);
}

function count(node: PlacementNode, { component, cores, memoryBytes }: Placed, by: 1 | -1): void {
  node.usedCores += by * cores;
  node.usedBytes += by * memoryBytes;
  node.counts.set(component, (node.counts.get(component) ?? 0) + by);
}

/** Rounding of sums of cores such as 0.1. */
const grainCores = 1e-9;

function fits({ usedCores, usedBytes, cores, memoryBytes }: PlacementNode, wanted: Placed): boolean {
  return usedCores + wanted.cores <= cores + grainCores && usedBytes + wanted.memoryBytes <= memoryBytes;
}

/** Shares of both that are reserved, up to rounding: sums that come and go differ in their last digits. */
const allocated = ({ usedCores, usedBytes, cores, memoryBytes }: PlacementNode): number =>
  Number((usedCores / cores + usedBytes / Math.max(1, memoryBytes)).toFixed(9));
