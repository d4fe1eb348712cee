import type { Client, Distribution } from '../format/index.ts';
import { CircuitBreaker } from './circuit-breaker.ts';
import { causes } from './cause.ts';
import type { EngineCore } from './engine-core.ts';
import { eventKinds } from './event-queue.ts';
import { frameField, frameFlag, frameTime } from './frames.ts';
import { instanceField, instanceStates } from './instances.ts';
import { KeptConnections } from './kept-connections.ts';
import type { Program } from './program.ts';
import { TokenBucket } from './token-bucket.ts';

const { operation: OPERATION, instance: INSTANCE, parent: PARENT, flags: FLAGS } = frameField;
const { child: CHILD, site: SITE, attempt: ATTEMPT, sequence: SEQUENCE, queue: QUEUE, cause: CAUSE } = frameField;
const { called: CALLED, asked: ASKED } = frameTime;

/** What somebody or something does to the calls of an edge. */
export interface Disturbance {
  /** Added to each call. */
  readonly latency?: Distribution;
  /** Share of calls that fail with the cause. */
  readonly errors?: { readonly ratio: number; readonly cause: number };
  /** Calls never arrive, and nobody says so. */
  readonly isBlackhole?: boolean;
}

/** Calls of one component to another: its policies, and what they have come to. */
interface Edge {
  readonly from: number;
  readonly to: number;
  readonly name: string;
  client: Client;
  readonly latency: number;
  readonly choice: number;
  readonly jitter: number;
  breaker: CircuitBreaker | undefined;
  limiter: TokenBucket | undefined;
  budget: TokenBucket | undefined;
  /** Its place among the pooled edges of the calling component, or -1. */
  readonly pool: number;
  readonly sites: number[];
  disturbance: { readonly latency: number; readonly errors: number; readonly by: Disturbance } | undefined;
}

/** The connections that one instance may have to one component. */
interface Pool {
  readonly edge: number;
  readonly queue: number;
  inUse: number;
  /** Integral of the connections in use, and up to when. */
  usedMs: number;
  sinceMs: number;
  waitedMs: number;
  acquired: number;
}

/** Addresses that an instance has looked up. */
interface Looked {
  readonly instances: readonly number[];
  readonly atMs: number;
  turn: number;
}

/**
 * Calls with all that stands between a caller and the called one: rate limit, breaker, connection pool, address, network,
 * timeout, retries. Calls without any of it never come here.
 */
export class Clients {
  readonly #engine: EngineCore;
  readonly #program: Program;
  readonly #edges: Edge[];
  readonly #pooledEdges: number[][];
  readonly #pools: Pool[] = [];
  readonly #looked = new Map<number, Looked>();
  readonly #pinned = new Map<number, number>();
  readonly #kept = new Map<number, KeptConnections>();
  /** By component: why nobody can call it; 0 where anybody can. */
  readonly #blocked: Int32Array;

  constructor(program: Program, engine: EngineCore) {
    this.#engine = engine;
    this.#program = program;
    this.#blocked = new Int32Array(program.components.length);
    this.#pooledEdges = program.components.map(() => []);
    this.#edges = program.edges.map(({ from, to, client }, at) => this.#edge(from, to, client, at));
    for (const [site, { edge }] of program.sites.entries()) this.#edges[edge]?.sites.push(site);
    for (const edge of this.#edges.keys()) this.#decide(edge);
  }

  /** Begins a call of a frame that waits at it. */
  begin(frame: number, site: number): void {
    const { frames, nowMs } = this.#engine;
    frames.words[frame + ATTEMPT] = 1;
    frames.times[(frame >> 2) + ASKED] = nowMs;
    this.#edgeOf(site).budget?.earn();
    this.#attempt(frame, site);
  }

  /** The backoff of a frame is over. */
  retry(frame: number): void {
    this.#attempt(frame, this.#engine.frames.words[frame + SITE] as number);
  }

  /** A request has come through the network. */
  received(child: number): void {
    const { words } = this.#engine.frames;
    words[child + FLAGS] = (words[child + FLAGS] as number) & ~frameFlag.travelling;
    const base = (words[child + INSTANCE] as number) << 4;
    const component = this.#engine.instances.words[base] as number;
    if (this.#engine.instances.words[base + instanceField.state] === instanceStates.gone)
      this.#engine.refuse(child, causes.connectionReset, component);
    else this.#engine.arrive(child);
  }

  /**
   * A called frame has ended, and its answer goes back.
   *
   * @returns Whether the frame is no longer needed.
   */
  ended(parent: number, child: number): boolean {
    const { frames, queue, nowMs } = this.#engine;
    const backMs = frames.times[(child >> 2) + ASKED] as number;
    const cause = frames.words[child + CAUSE] as number;
    if (backMs <= 0) {
      this.#attemptEnded(parent, cause);
      return true;
    }
    frames.words[child + FLAGS] = (frames.words[child + FLAGS] as number) | frameFlag.travelling;
    queue.push(nowMs + backMs, child | eventKinds.answered);
    return false;
  }

  /** An answer has come through the network. */
  answered(child: number): void {
    const { frames } = this.#engine;
    const parent = frames.words[child + PARENT] as number;
    const cause = frames.words[child + CAUSE] as number;
    frames.free(child);
    if (parent >= 0) this.#attemptEnded(parent, cause);
  }

  /** A deadline of a frame's call falls due. */
  timeOut(frame: number, list: number): void {
    const { frames, waits, deadlines } = this.#engine;
    const isAcquiring = (frames.words[frame + QUEUE] as number) >= 0;
    const isOfPool = deadlines.purposeOf(list) === 'pool';
    // A connection was had in time; the deadline of the call itself is in another list.
    if (isOfPool && !isAcquiring) return;
    waits.leave(frame);
    this.#orphan(frame);
    this.#attemptEnded(frame, isOfPool ? causes.poolTimeout : causes.timeout);
  }

  /** A frame's instance dies: what it called is unheard, and its connections are gone with it. */
  letGo(frame: number): void {
    const { words } = this.#engine.frames;
    this.#orphan(frame);
    words[frame + FLAGS] = (words[frame + FLAGS] as number) & ~frameFlag.hasConnection;
  }

  /** Nobody waits for a called frame any more; it works on. */
  abandon(child: number): void {
    const { words } = this.#engine.frames;
    words[child + PARENT] = -1;
    words[child + FLAGS] = (words[child + FLAGS] as number) | frameFlag.abandoned;
  }

  /** An instance is gone: what was kept for it is forgotten. */
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

  /** Lets nobody call a component, with this cause; 0 lets everybody again. */
  block(component: number, cause: number): void {
    this.#blocked[component] = cause;
    for (const [at, { to }] of this.#edges.entries()) if (to === component) this.#decide(at);
  }

  /** Why nobody can call a component; 0 where anybody can. */
  blockedCause(component: number): number {
    return this.#blocked[component] as number;
  }

  /** Edges between two components; `from` or `to` left out means any. */
  edgesBetween(from: number | undefined, to: number | undefined): readonly number[] {
    return [...this.#edges.entries()]
      .filter(([, edge]) => (from === undefined || edge.from === from) && (to === undefined || edge.to === to))
      .map(([at]) => at);
  }

  /** The policies of an edge. */
  clientOf(edge: number): Client {
    return (this.#edges[edge] as Edge).client;
  }

  /** Gives an edge other policies from the next attempt on; its latency stays. */
  change(edge: number, client: Client): void {
    const entry = this.#edges[edge] as Edge;
    Object.assign(entry, { client, ...policiesOf(client) });
    this.#decide(edge);
  }

  /** Disturbs the calls of an edge, or no longer. */
  disturb(edge: number, by: Disturbance | undefined): void {
    const entry = this.#edges[edge] as Edge;
    const { draws } = this.#engine;
    if (by === undefined) entry.disturbance = undefined;
    else {
      const latency =
        by.latency === undefined
          ? -1
          : draws.source(`${entry.name} disturbed ${JSON.stringify(by.latency)}`, by.latency);
      const errors = by.errors === undefined ? -1 : draws.uniforms(`${entry.name} disturbed errors`);
      entry.disturbance = { latency, errors, by };
    }
    this.#decide(edge);
  }

  /** Opens or closes an edge's breaker by hand; undefined leaves it to itself again. */
  hold(edge: number, isOpen: boolean | undefined): void {
    const entry = this.#edges[edge] as Edge;
    entry.breaker ??= new CircuitBreaker({ errors: 1, window: 10_000, openFor: Infinity, probes: 1 });
    entry.breaker.hold(isOpen);
    this.#decide(edge);
  }

  /** What became of the pools of an edge, over all instances. */
  poolMeasures(edge: number): { readonly usedMs: number; readonly waitedMs: number; readonly acquired: number } {
    const sum = { usedMs: 0, waitedMs: 0, acquired: 0 };
    for (const pool of this.#pools) {
      if (pool.edge !== edge) continue;
      this.#count(pool, 0);
      sum.usedMs += pool.usedMs;
      sum.waitedMs += pool.waitedMs;
      sum.acquired += pool.acquired;
    }
    return sum;
  }

  /** How often an edge's breaker opened. */
  opened(edge: number): number {
    return this.#edges[edge]?.breaker?.opened ?? 0;
  }

  /** Forgets what was counted. */
  clear(): void {
    for (const pool of this.#pools)
      Object.assign(pool, { usedMs: 0, waitedMs: 0, acquired: 0, sinceMs: this.#engine.nowMs });
  }

  #edge(from: number, to: number, client: Client, at: number): Edge {
    const { draws } = this.#engine;
    const name = `${this.#program.components[from]?.name ?? ''} > ${this.#program.components[to]?.name ?? ''}`;
    const pooled = this.#pooledEdges[from] as number[];
    return {
      from,
      to,
      name,
      client,
      latency: client.latency === undefined ? -1 : draws.source(`${name} latency`, client.latency),
      choice: draws.uniforms(`${name} choice`),
      jitter: draws.uniforms(`${name} jitter`),
      ...policiesOf(client),
      pool: client.pool === undefined ? -1 : pooled.push(at) - 1,
      sites: [],
      disturbance: undefined,
    };
  }

  /** Decides whether calls of an edge must come here. */
  #decide(edge: number): void {
    const entry = this.#edges[edge] as Edge;
    const { client } = entry;
    const isPlain =
      entry.latency < 0 &&
      client.retries === undefined &&
      entry.pool < 0 &&
      entry.breaker === undefined &&
      entry.limiter === undefined &&
      client.balancing === 'round-robin' &&
      client.resolves === 'each-call' &&
      client.keepAlive === undefined &&
      entry.disturbance === undefined &&
      this.#blocked[entry.to] === 0;
    for (const site of entry.sites) {
      const hasTimeout = this.#timeoutMs(site, entry) !== undefined;
      this.#engine.isElaborate[site] = isPlain && !hasTimeout ? 0 : 1;
    }
  }

  #timeoutMs(site: number, { client }: Edge): number | undefined {
    return this.#program.sites[site]?.timeoutMs ?? client.timeout;
  }

  #attempt(frame: number, site: number): void {
    const { frames, nowMs, deadlines, waits } = this.#engine;
    const edge = this.#edgeOf(site);
    frames.times[(frame >> 2) + CALLED] = nowMs;
    const cause = this.#gate(edge);
    if (cause !== 0) {
      this.#attemptEnded(frame, cause);
      return;
    }
    const timeoutMs = this.#timeoutMs(site, edge);
    if (timeoutMs !== undefined) deadlines.add(deadlines.list('call', timeoutMs), frame, nowMs);
    if (edge.disturbance?.by.isBlackhole === true) return;
    const { pool: policy } = edge.client;
    if (policy === undefined || edge.pool < 0) {
      this.#send(frame, site, edge);
      return;
    }
    const pool = this.#poolOf(frames.words[frame + INSTANCE] as number, edge.pool);
    if (pool.inUse < policy.size) {
      this.#acquire(frame, pool);
      this.#send(frame, site, edge);
    } else if (waits.length(pool.queue) >= policy.queue) this.#attemptEnded(frame, causes.poolQueueFull);
    else {
      waits.join(pool.queue, frame);
      if (policy.acquireTimeout !== undefined)
        deadlines.add(deadlines.list('pool', policy.acquireTimeout), frame, nowMs);
    }
  }

  /** Why an attempt is not made at all; 0 where it is. */
  #gate(edge: Edge): number {
    const { nowMs, draws } = this.#engine;
    if (this.#blocked[edge.to] !== 0) return this.#blocked[edge.to] as number;
    if (edge.breaker !== undefined && !edge.breaker.lets(nowMs)) return causes.breakerOpen;
    if (edge.limiter !== undefined && !edge.limiter.take(nowMs)) return causes.rateLimited;
    const { disturbance } = edge;
    const errors = disturbance?.by.errors;
    if (disturbance !== undefined && errors !== undefined && draws.next(disturbance.errors) < errors.ratio)
      return errors.cause;
    return 0;
  }

  #acquire(frame: number, pool: Pool): void {
    const { frames, nowMs } = this.#engine;
    this.#count(pool, 1);
    pool.acquired += 1;
    pool.waitedMs += nowMs - (frames.times[(frame >> 2) + CALLED] as number);
    frames.words[frame + FLAGS] = (frames.words[frame + FLAGS] as number) | frameFlag.hasConnection;
  }

  #send(frame: number, site: number, edge: Edge): void {
    const { frames, draws, queue, nowMs } = this.#engine;
    const from = frames.words[frame + INSTANCE] as number;
    const at = this.#engine.siteOf(site).edge;
    if (edge.client.keepAlive !== undefined && this.#keptOf(from, at, edge).take(nowMs)) {
      this.#attemptEnded(frame, causes.connectionReset);
      return;
    }
    const instance = this.#choose(from, at, edge);
    const isThere =
      instance >= 0 && this.#engine.instances.words[(instance << 4) + instanceField.state] !== instanceStates.gone;
    if (!isThere) {
      this.#attemptEnded(frame, causes.refused);
      return;
    }
    const { operation } = this.#engine.siteOf(site);
    const child = this.#engine.newFrame(operation, instance, frame, frameFlag.elaborate);
    if (child < 0) {
      this.#attemptEnded(frame, causes.queueFull);
      return;
    }
    frames.words[frame + CHILD] = child;
    const disturbed = edge.disturbance;
    const latencyMs =
      (edge.latency < 0 ? 0 : draws.next(edge.latency)) +
      (disturbed === undefined || disturbed.latency < 0 ? 0 : draws.next(disturbed.latency));
    frames.times[(child >> 2) + ASKED] = latencyMs / 2;
    if (latencyMs <= 0) {
      this.#engine.arrive(child);
      return;
    }
    frames.words[child + FLAGS] = frameFlag.elaborate | frameFlag.travelling;
    queue.push(nowMs + latencyMs / 2, child | eventKinds.received);
  }

  #attemptEnded(frame: number, cause: number): void {
    const { frames, nowMs, queue, tallies } = this.#engine;
    const words = frames.words;
    const site = words[frame + SITE] as number;
    const edge = this.#edgeOf(site);
    words[frame + CHILD] = -1;
    words[frame + SEQUENCE] = ((words[frame + SEQUENCE] as number) + 1) | 0;
    const { operation, edge: at } = this.#engine.siteOf(site);
    if (edge.client.keepAlive !== undefined && cause !== causes.connectionReset)
      this.#keptOf(words[frame + INSTANCE] as number, at, edge).keep(nowMs);
    this.#release(frame, edge);
    this.#engine.tallyAttempt(operation, frames.times[(frame >> 2) + CALLED] as number, cause);
    if (cause !== causes.breakerOpen) edge.breaker?.record(cause !== 0, nowMs);
    const { retries } = edge.client;
    const attempt = words[frame + ATTEMPT] as number;
    if (cause === 0 || retries === undefined || attempt >= retries.attempts || edge.budget?.spend() === false) {
      this.#engine.resume(frame, cause);
      return;
    }
    words[frame + ATTEMPT] = attempt + 1;
    tallies.addRetry(operation);
    const fullMs = Math.min(retries.backoff * retries.factor ** (attempt - 1), retries.most);
    const backoffMs = fullMs * (1 - retries.jitter * this.#engine.draws.next(edge.jitter));
    queue.push(nowMs + backoffMs, frame | eventKinds.retry);
  }

  #release(frame: number, edge: Edge): void {
    const { frames, waits } = this.#engine;
    const flags = frames.words[frame + FLAGS] as number;
    if ((flags & frameFlag.hasConnection) === 0) return;
    frames.words[frame + FLAGS] = flags & ~frameFlag.hasConnection;
    const pool = this.#poolOf(frames.words[frame + INSTANCE] as number, edge.pool);
    this.#count(pool, -1);
    if (pool.inUse >= (edge.client.pool?.size ?? Infinity)) return;
    const next = waits.shift(pool.queue);
    if (next < 0) return;
    this.#acquire(next, pool);
    this.#send(next, frames.words[next + SITE] as number, edge);
  }

  /** What a frame called is unheard from now on. */
  #orphan(frame: number): void {
    const { words } = this.#engine.frames;
    const child = words[frame + CHILD] as number;
    if (child >= 0) this.abandon(child);
    words[frame + CHILD] = -1;
  }

  #choose(from: number, at: number, edge: Edge): number {
    const { routes, draws } = this.#engine;
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

  #fromLooked(from: number, at: number, edge: Edge): number {
    const { resolves } = edge.client;
    const known = this.#looked.get(this.#key(from, at));
    const lastsMs = typeof resolves === 'object' ? resolves.every : Infinity;
    const isKnown = known !== undefined && this.#engine.nowMs - known.atMs < lastsMs;
    const looked = isKnown ? known : this.#resolve(from, at);
    looked.turn = (looked.turn + 1) % Math.max(1, looked.instances.length);
    return looked.instances[looked.turn] ?? -1;
  }

  #resolve(from: number, at: number): Looked {
    const { routes, nowMs } = this.#engine;
    const looked = { instances: Array.from(routes.instances((this.#edges[at] as Edge).to)), atMs: nowMs, turn: 0 };
    this.#looked.set(this.#key(from, at), looked);
    return looked;
  }

  #keptOf(instance: number, at: number, edge: Edge): KeptConnections {
    const key = this.#key(instance, at);
    let kept = this.#kept.get(key);
    if (kept === undefined) {
      const { idle, serverIdle, notice } = edge.client.keepAlive ?? { idle: 0, serverIdle: 0, notice: 0 };
      kept = new KeptConnections(idle, serverIdle, notice);
      this.#kept.set(key, kept);
    }
    return kept;
  }

  #poolOf(instance: number, place: number): Pool {
    const { instances, waits, nowMs } = this.#engine;
    const base = instance << 4;
    let first = instances.words[base + instanceField.pools] as number;
    if (first < 0) {
      first = this.#pools.length;
      for (const edge of this.#pooledEdges[instances.words[base] as number] ?? [])
        this.#pools.push({
          edge,
          queue: waits.create(),
          inUse: 0,
          usedMs: 0,
          sinceMs: nowMs,
          waitedMs: 0,
          acquired: 0,
        });
      instances.words[base + instanceField.pools] = first;
    }
    return this.#pools[first + place] as Pool;
  }

  #count(pool: Pool, change: number): void {
    const { nowMs } = this.#engine;
    pool.usedMs += pool.inUse * (nowMs - pool.sinceMs);
    pool.sinceMs = nowMs;
    pool.inUse += change;
  }

  #edgeOf(site: number): Edge {
    return this.#edges[this.#engine.siteOf(site).edge] as Edge;
  }

  #key(instance: number, edge: number): number {
    return instance * this.#edges.length + edge;
  }
}

function policiesOf({ breaker, rateLimit, retries }: Client): Pick<Edge, 'breaker' | 'limiter' | 'budget'> {
  return {
    breaker: breaker === undefined ? undefined : new CircuitBreaker(breaker),
    limiter: rateLimit === undefined ? undefined : new TokenBucket(rateLimit.burst, rateLimit.rate / 1_000, 0),
    budget: retries?.budget === undefined ? undefined : new TokenBucket(retries.budgetBurst, 0, retries.budget),
  };
}
