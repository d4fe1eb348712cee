import type { ClientEdge } from './client-edge.ts';
import type { EngineCore } from './engine-core.ts';
import { KeptConnections } from './kept-connections.ts';

/** Addresses that an instance has looked up. */
interface Looked {
  readonly instances: readonly number[];
  readonly atMs: number;
  turn: number;
}

/** What each calling instance knows of whom it calls: addresses, the one that it stays with, connections that it keeps. */
export class Addresses {
  readonly #engine: EngineCore;
  readonly #edges: readonly ClientEdge[];
  readonly #looked = new Map<number, Looked>();
  readonly #pinned = new Map<number, number>();
  readonly #kept = new Map<number, KeptConnections>();

  constructor(engine: EngineCore, edges: readonly ClientEdge[]) {
    this.#engine = engine;
    this.#edges = edges;
  }

  /** The instance that a call of an instance goes to; -1 where it knows none. */
  choose(from: number, at: number): number {
    const { routes, draws } = this.#engine;
    const edge = this.#edges[at] as ClientEdge;
    const { balancing, resolves } = edge.client;
    if (resolves !== 'each-call') return this.#fromLooked(from, at, edge);
    switch (balancing) {
      case 'round-robin':
        return routes.pick(edge.to);
      case 'least-requests':
        return routes.pickLeastBusy(edge.to);
      case 'random': {
        const instances = routes.instances(edge.to);
        return instances[Math.floor(draws.next(edge.choice) * instances.length)] ?? -1;
      }
      case 'pinned': {
        const key = this.#key(from, at);
        const pinned = this.#pinned.get(key);
        if (pinned !== undefined && routes.instances(edge.to).includes(pinned)) return pinned;
        const instance = routes.pick(edge.to);
        this.#pinned.set(key, instance);
        return instance;
      }
    }
  }

  /** The idle connections that an instance keeps for an edge. */
  kept(instance: number, at: number): KeptConnections {
    const key = this.#key(instance, at);
    let kept = this.#kept.get(key);
    if (kept === undefined) {
      const { idle, serverIdle, notice } = this.#edges[at]?.client.keepAlive ?? { idle: 0, serverIdle: 0, notice: 0 };
      kept = new KeptConnections(idle, serverIdle, notice);
      this.#kept.set(key, kept);
    }
    return kept;
  }

  /** An instance is gone: what it knew is forgotten. */
  forget(instance: number): void {
    for (const edge of this.#edges.keys()) {
      const key = this.#key(instance, edge);
      this.#looked.delete(key);
      this.#pinned.delete(key);
      this.#kept.delete(key);
    }
  }

  /** An instance looks all addresses up anew, as at its start. */
  lookUp(instance: number): void {
    for (const edge of this.#edges.keys()) this.#looked.delete(this.#key(instance, edge));
    const component = this.#engine.instances.words[instance << 4] as number;
    for (const [at, { from, client }] of this.#edges.entries()) {
      if (from === component && client.resolves === 'at-start') this.#resolve(instance, at);
    }
  }

  #fromLooked(from: number, at: number, { client }: ClientEdge): number {
    const known = this.#looked.get(this.#key(from, at));
    const lastsMs = typeof client.resolves === 'object' ? client.resolves.every : Infinity;
    const isKnown = known !== undefined && this.#engine.nowMs - known.atMs < lastsMs;
    const looked = isKnown ? known : this.#resolve(from, at);
    looked.turn = (looked.turn + 1) % Math.max(1, looked.instances.length);
    return looked.instances[looked.turn] ?? -1;
  }

  #resolve(from: number, at: number): Looked {
    const { routes, nowMs } = this.#engine;
    const { to } = this.#edges[at] as ClientEdge;
    const looked = { instances: Array.from(routes.instances(to)), atMs: nowMs, turn: 0 };
    this.#looked.set(this.#key(from, at), looked);
    return looked;
  }

  #key(instance: number, edge: number): number {
    return instance * this.#edges.length + edge;
  }
}
