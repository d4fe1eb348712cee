import type { EngineCore } from './engine-core.ts';
import { instanceField } from './instances.ts';

/** The connections that one instance may have to one component. */
export interface ConnectionPool {
  readonly edge: number;
  /** Who waits for one. */
  readonly queue: number;
  inUse: number;
  /** Integral of the connections in use, and up to when. */
  usedMs: number;
  sinceMs: number;
  /** Integral of the calls that wait, up to the same time. */
  waitedMs: number;
  /** Calls that found as many waiting as may wait. */
  refused: number;
  /** In the middle of giving free ones away. */
  isGranting: boolean;
}

/** What became of the pools of an edge, over all instances. */
export type PoolMeasures = Pick<ConnectionPool, 'usedMs' | 'waitedMs' | 'refused'>;

/** The connection pools of all instances, made when an instance first calls. */
export class ConnectionPools {
  readonly #engine: EngineCore;
  readonly #pools: ConnectionPool[] = [];
  /** By component: its edges that have pools, in the order of their places. */
  readonly #edges: readonly (readonly number[])[];

  constructor(engine: EngineCore, edges: readonly (readonly number[])[]) {
    this.#engine = engine;
    this.#edges = edges;
  }

  /** The pool of an instance for the edge at a place among its component's. */
  of(instance: number, place: number): ConnectionPool {
    const { instances } = this.#engine;
    const base = instance << 4;
    let first = instances.words[base + instanceField.pools] as number;
    if (first < 0) {
      first = this.#pools.length;
      for (const edge of this.#edges[instances.words[base] as number] ?? []) this.#pools.push(this.#fresh(edge));
      instances.words[base + instanceField.pools] = first;
    }
    return this.#pools[first + place] as ConnectionPool;
  }

  /** All pools of an instance. */
  ofInstance(instance: number): readonly ConnectionPool[] {
    const { words } = this.#engine.instances;
    const first = words[(instance << 4) + instanceField.pools] as number;
    const count = this.#edges[words[instance << 4] as number]?.length ?? 0;
    return first < 0 ? [] : this.#pools.slice(first, first + count);
  }

  /** All pools of an edge. */
  ofEdge(edge: number): readonly ConnectionPool[] {
    return this.#pools.filter((pool) => pool.edge === edge);
  }

  /** Takes connections, or gives them back where negative; to be told before anybody begins or ends to wait. */
  count(pool: ConnectionPool, change: number): void {
    const { nowMs, waits } = this.#engine;
    pool.usedMs += pool.inUse * (nowMs - pool.sinceMs);
    pool.waitedMs += waits.length(pool.queue) * (nowMs - pool.sinceMs);
    pool.sinceMs = nowMs;
    pool.inUse += change;
  }

  measures(edge: number): PoolMeasures {
    const sum = { usedMs: 0, waitedMs: 0, refused: 0 };
    for (const pool of this.ofEdge(edge)) {
      this.count(pool, 0);
      sum.usedMs += pool.usedMs;
      sum.waitedMs += pool.waitedMs;
      sum.refused += pool.refused;
    }
    return sum;
  }

  /** Forgets what was counted. */
  clear(): void {
    const counts = { usedMs: 0, waitedMs: 0, refused: 0, sinceMs: this.#engine.nowMs };
    for (const pool of this.#pools) Object.assign(pool, counts);
  }

  #fresh(edge: number): ConnectionPool {
    return {
      edge,
      queue: this.#engine.waits.create(),
      inUse: 0,
      usedMs: 0,
      sinceMs: this.#engine.nowMs,
      waitedMs: 0,
      refused: 0,
      isGranting: false,
    };
  }
}
