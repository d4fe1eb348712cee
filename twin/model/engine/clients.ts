import type { Client } from '../format/index.ts';
import { Addresses } from './addresses.ts';
import { causes } from './cause.ts';
import { clientEdge, policiesOf } from './client-edge.ts';
import type { ClientEdge, Redirect } from './client-edge.ts';
import { ConnectionPools } from './connection-pools.ts';
import type { ConnectionPool, PoolMeasures } from './connection-pools.ts';
import { concerns, disturbing, drawsFailure } from './disturbances.ts';
import type { Disturbance } from './disturbances.ts';
import { EdgeBreakers } from './edge-breakers.ts';
import type { EngineCore } from './engine-core.ts';
import { eventKinds } from './event-queue.ts';
import { frameField, frameFlag, frameTime } from './frames.ts';
import { instanceField, instanceStates } from './instances.ts';
import type { Program } from './program.ts';
import { TokenBucket } from './token-bucket.ts';

const { operation: OPERATION, at: AT, instance: INSTANCE, parent: PARENT, flags: FLAGS } = frameField;
const { child: CHILD, site: SITE, attempt: ATTEMPT, sequence: SEQUENCE, queue: QUEUE, cause: CAUSE } = frameField;
const { called: CALLED, asked: ASKED } = frameTime;

/**
 * Calls with all that stands between a caller and the called one: rate limit, breaker, connection pool, address, network,
 * timeout, retries. Calls without any of it never come here.
 */
export class Clients {
  #watch: ((frame: number, site: number, cause: number) => void) | undefined;
  readonly #engine: EngineCore;
  readonly #program: Program;
  readonly #edges: ClientEdge[];
  readonly #pools: ConnectionPools;
  readonly #addresses: Addresses;
  /** By component: why nobody can call it; 0 where anybody can. */
  readonly #blocked: Int32Array;
  /** By site: what is set in place of what the step or the client says. */
  readonly #timeoutsMs = new Map<number, number | undefined>();
  readonly #retries = new Map<number, Client['retries']>();

  constructor(program: Program, engine: EngineCore) {
    this.#engine = engine;
    this.#program = program;
    this.#blocked = new Int32Array(program.components.length);
    const pooled: number[][] = program.components.map(() => []);
    this.#edges = program.edges.map(({ from, to, client }, at) => {
      const name = `${program.components[from]?.name ?? ''} > ${program.components[to]?.name ?? ''}`;
      const pool = client.pool === undefined ? -1 : (pooled[from] ?? []).push(at) - 1;
      return clientEdge(engine.draws, { from, to, name }, client, pool);
    });
    this.#pools = new ConnectionPools(engine, pooled);
    this.#addresses = new Addresses(engine, this.#edges);
    for (const [site, { edge }] of program.sites.entries()) this.#edges[edge]?.sites.push(site);
    for (const edge of this.#edges.keys()) this.#decide(edge);
  }

  /** Begins a call of a frame that waits at it. */
  begin(frame: number, site: number): void {
    const { frames } = this.#engine;
    frames.words[frame + ATTEMPT] = 1;
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
    let backMs = frames.times[(child >> 2) + ASKED] as number;
    const edge = this.#edgeOf(frames.words[parent + SITE] as number);
    if (edge.disturbances.length > 0) {
      const laterMs = this.#lateDisturbance(edge, child);
      if (laterMs === Infinity) {
        // Its caller waits on, with nothing under way.
        frames.words[parent + CHILD] = -1;
        return true;
      }
      backMs += laterMs;
    }
    const cause = frames.words[child + CAUSE] as number;
    if (backMs <= 0) {
      this.#answer(parent, cause);
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
    if (parent >= 0) this.#answer(parent, cause);
  }

  /** A deadline of a frame's call falls due. */
  timeOut(frame: number, list: number): void {
    const { frames, waits, deadlines } = this.#engine;
    const isAcquiring = (frames.words[frame + QUEUE] as number) >= 0;
    const isOfPool = deadlines.purposeOf(list) === 'pool';
    // A connection was had in time; the deadline of the call itself is in another list.
    if (isOfPool && !isAcquiring) return;
    if (isAcquiring) {
      const { pool } = this.#edgeOf(frames.words[frame + SITE] as number);
      this.#pools.count(this.#pools.of(frames.words[frame + INSTANCE] as number, pool), 0);
      waits.leave(frame);
    }
    this.#orphan(frame);
    this.#attemptEnded(frame, isOfPool ? causes.poolTimeout : causes.timeout);
  }

  /** A frame's instance dies: what it called is unheard, and its connections are gone with it. */
  letGo(frame: number): void {
    const { words } = this.#engine.frames;
    this.#orphan(frame);
    const flags = words[frame + FLAGS] as number;
    if ((flags & frameFlag.hasConnection) === 0) return;
    words[frame + FLAGS] = flags & ~frameFlag.hasConnection;
    const edge = this.#edgeOf(words[frame + SITE] as number);
    // Nobody takes it over: the pool dies with the instance.
    this.#pools.count(this.#pools.of(words[frame + INSTANCE] as number, edge.pool), -1);
  }

  /** A frame ends whose instance lives on: its connection goes to who waits for one. */
  giveBack(frame: number): void {
    const { words } = this.#engine.frames;
    if (((words[frame + FLAGS] as number) & frameFlag.hasConnection) !== 0)
      this.#release(frame, this.#edgeOf(words[frame + SITE] as number));
  }

  /** Counts what the pools of an instance did until now. */
  countPools(instance: number): void {
    for (const pool of this.#pools.ofInstance(instance)) this.#pools.count(pool, 0);
  }

  /** Nobody waits for a called frame any more; it works on. */
  abandon(child: number): void {
    const { words } = this.#engine.frames;
    const parent = words[child + PARENT] as number;
    if (parent >= 0 && words[parent + CHILD] === child) words[parent + CHILD] = -1;
    words[child + PARENT] = -1;
    words[child + FLAGS] = (words[child + FLAGS] as number) | frameFlag.abandoned;
  }

  /** An instance is gone: what was kept for it is forgotten. */
  forget(instance: number): void {
    this.#addresses.forget(instance);
    for (const { breakers } of this.#edges) breakers?.forget(instance);
  }

  /** An instance looks all addresses up anew, as at its start. */
  lookUp(instance: number): void {
    this.#addresses.lookUp(instance);
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
    return (this.#edges[edge] as ClientEdge).client;
  }

  /**
   * Gives an edge other policies from the next attempt on; its latency stays, and so do a pool that it did not have and
   * what is remembered for policies that stay the same.
   */
  change(edge: number, client: Client): void {
    const entry = this.#edges[edge] as ClientEdge;
    const before = entry.client;
    const policies = policiesOf(client);
    if (client.breaker !== before.breaker) entry.breakers = policies.breakers;
    if (client.rateLimit !== before.rateLimit) entry.limiter = policies.limiter;
    if (client.retries?.budget !== before.retries?.budget) entry.budget = policies.budget;
    entry.client = client;
    this.#decide(edge);
    if ((client.pool?.size ?? 0) <= (before.pool?.size ?? 0)) return;
    for (const pool of this.#pools.ofEdge(edge)) this.#grant(pool, entry);
    this.#engine.settle();
  }

  /**
   * Sets after how long calls are given up, in place of what the model says.
   *
   * @param operation - Only calls of this one; of all where undefined.
   * @param timeoutMs - Undefined for never.
   */
  setTimeout(edge: number, operation: number | undefined, timeoutMs: number | undefined): void {
    for (const site of this.#sitesOf(edge, operation)) this.#timeoutsMs.set(site, timeoutMs);
    this.#decide(edge);
  }

  /** After how long the first of these calls is given up; undefined for never. */
  timeoutMsOf(edge: number, operation: number | undefined): number | undefined {
    const [site] = this.#sitesOf(edge, operation);
    return site === undefined ? undefined : this.#timeoutMs(site, this.#edges[edge] as ClientEdge);
  }

  /** Sets how calls of one operation are tried again, in place of what the client says; of all where undefined. */
  setRetries(edge: number, operation: number | undefined, retries: Client['retries']): void {
    for (const site of this.#sitesOf(edge, operation)) this.#retries.set(site, retries);
    const entry = this.#edges[edge] as ClientEdge;
    entry.budget = retries?.budget === undefined ? undefined : new TokenBucket(retries.budgetBurst, 0, retries.budget);
    this.#decide(edge);
  }

  /** How the first of these calls is tried again. */
  retriesOf(edge: number, operation: number | undefined): Client['retries'] {
    const [site] = this.#sitesOf(edge, operation);
    return site === undefined ? undefined : this.#siteRetries(site, this.#edges[edge] as ClientEdge);
  }

  /** Disturbs the calls of an edge by all of these, in place of what did so before. */
  disturb(edge: number, by: readonly Disturbance[]): void {
    const entry = this.#edges[edge] as ClientEdge;
    entry.disturbances = by.map((one, at) => disturbing(this.#engine.draws, entry.name, one, at));
    this.#decide(edge);
    const { words } = this.#engine.frames;
    const lost = entry.lost.filter(({ frame, sequence }) => words[frame + SEQUENCE] === sequence);
    entry.lost = [];
    for (const { frame, site } of lost) this.#send(frame, site, entry);
    this.#engine.settle();
  }

  /** Opens or closes an edge's breaker by hand; undefined leaves it to itself again. */
  hold(edge: number, isOpen: boolean | undefined): void {
    const entry = this.#edges[edge] as ClientEdge;
    entry.breakers ??= new EdgeBreakers(undefined);
    entry.breakers.hold(isOpen);
    this.#decide(edge);
  }

  /** What became of the pools of an edge, over all instances. */
  poolMeasures(edge: number): PoolMeasures {
    return this.#pools.measures(edge);
  }

  /**
   * Tells of each attempt of a call that ends, of those too that would need no client.
   *
   * @param watch - The frame that called, where it did, and why it failed, 0 where it did not.
   */
  watchAll(watch: (frame: number, site: number, cause: number) => void): void {
    this.#watch = watch;
    for (const edge of this.#edges.keys()) this.#decide(edge);
  }

  /** How often an edge's breaker opened. */
  opened(edge: number): number {
    return this.#edges[edge]?.breakers?.opened ?? 0;
  }

  /** Forgets what was counted. */
  clear(): void {
    this.#pools.clear();
    for (const { breakers } of this.#edges) if (breakers !== undefined) breakers.opened = 0;
  }

  #sitesOf(edge: number, operation: number | undefined): readonly number[] {
    const sites = this.#edges[edge]?.sites ?? [];
    return sites.filter((site) => operation === undefined || this.#engine.siteOf(site).operation === operation);
  }

  #siteRetries(site: number, { client }: ClientEdge): Client['retries'] {
    return this.#retries.has(site) ? this.#retries.get(site) : client.retries;
  }

  /** How much later an answer comes, infinite where it is lost; a late error is written into it. */
  #lateDisturbance({ disturbances }: ClientEdge, child: number): number {
    const { frames, draws, nowMs } = this.#engine;
    const operation = frames.words[child + OPERATION] as number;
    let laterMs = 0;
    for (const by of disturbances) {
      if (!concerns(by, operation)) continue;
      if (by.mute !== undefined && draws.next(by.muteDraws) < by.mute) return Infinity;
      if (by.factor !== undefined)
        laterMs += (by.factor - 1) * (nowMs - (frames.times[(child >> 2) + frameTime.arrived] as number));
      if (by.errors?.isLate === true && drawsFailure(draws, by, by.errors))
        frames.words[child + CAUSE] = by.errors.cause;
    }
    return laterMs;
  }

  /** Sends a share of the calls of an edge elsewhere, or no longer. */
  redirect(edge: number, redirect: Redirect | undefined): void {
    const entry = this.#edges[edge] as ClientEdge;
    const draws = this.#engine.draws.uniforms(`${entry.name} redirected`);
    entry.redirect = redirect === undefined ? undefined : { ...redirect, draws };
    this.#decide(edge);
  }

  /**
   * Breaks off the calls of an edge that are under way, as where their connections are closed: what was called ends, and the
   * callers get an error, and try again where they do so.
   *
   * @param isMeant - Asked for each frame that was called.
   * @returns How many.
   */
  breakOff(edge: number, cause: number, isMeant: (called: number) => boolean = () => true): number {
    const { frames } = this.#engine;
    const { words, times } = frames;
    const broken = frames
      .all()
      .filter((child) => {
        const parent = words[child + PARENT] as number;
        if (parent < 0 || ((words[child + FLAGS] as number) & frameFlag.strand) !== 0) return false;
        // Whoever calls without a client notes no site; the call stands before the place where it goes on.
        const site = this.#program.code[(words[parent + AT] as number) - 1] as number;
        return this.#engine.siteOf(site).edge === edge && isMeant(child);
      })
      .map((child) => ({
        child,
        parent: words[child + PARENT] as number,
        isElaborate: ((words[child + FLAGS] as number) & frameFlag.elaborate) !== 0,
        operation: words[child + OPERATION] as number,
        askedMs: times[(child >> 2) + frameTime.arrived] as number,
      }));
    const ended = this.#engine.end(broken.map(({ child }) => child));
    for (const { parent, isElaborate, operation, askedMs } of broken) {
      if (ended.has(parent)) continue;
      if (isElaborate) {
        this.#attemptEnded(parent, cause);
        continue;
      }
      this.#engine.tallyAttempt(operation, askedMs, cause);
      this.#engine.resume(parent, cause);
    }
    this.#engine.settle();
    return broken.length;
  }

  /** Decides whether calls of an edge must come here. */
  #decide(edge: number): void {
    const entry = this.#edges[edge] as ClientEdge;
    const { client } = entry;
    const isPlain =
      this.#watch === undefined &&
      entry.latency < 0 &&
      entry.sites.every((site) => this.#siteRetries(site, entry) === undefined) &&
      entry.pool < 0 &&
      entry.breakers === undefined &&
      entry.limiter === undefined &&
      client.balancing === 'round-robin' &&
      client.resolves === 'each-call' &&
      client.keepAlive === undefined &&
      entry.disturbances.length === 0 &&
      entry.redirect === undefined &&
      this.#blocked[entry.to] === 0;
    for (const site of entry.sites) {
      const hasTimeout = this.#timeoutMs(site, entry) !== undefined;
      this.#engine.isElaborate[site] = isPlain && !hasTimeout ? 0 : 1;
    }
  }

  #timeoutMs(site: number, { client }: ClientEdge): number | undefined {
    if (this.#timeoutsMs.size > 0 && this.#timeoutsMs.has(site)) return this.#timeoutsMs.get(site);
    return this.#program.sites[site]?.timeoutMs ?? client.timeout;
  }

  #attempt(frame: number, site: number): void {
    const { frames, nowMs, deadlines, waits } = this.#engine;
    const edge = this.#edgeOf(site);
    frames.times[(frame >> 2) + CALLED] = nowMs;
    const cause = this.#gate(edge, this.#engine.siteOf(site).operation, frames.words[frame + INSTANCE] as number);
    if (cause !== 0) {
      this.#attemptEnded(frame, cause);
      return;
    }
    const timeoutMs = this.#timeoutMs(site, edge);
    if (timeoutMs !== undefined) deadlines.add(deadlines.list('call', timeoutMs), frame, nowMs);
    const { pool: policy } = edge.client;
    if (policy === undefined || edge.pool < 0) {
      this.#send(frame, site, edge);
      return;
    }
    const pool = this.#pools.of(frames.words[frame + INSTANCE] as number, edge.pool);
    if (pool.inUse < policy.size) {
      this.#acquire(frame, pool);
      this.#send(frame, site, edge);
    } else if (waits.length(pool.queue) >= policy.queue) {
      pool.refused += 1;
      this.#attemptEnded(frame, causes.poolQueueFull);
    } else {
      this.#pools.count(pool, 0);
      waits.join(pool.queue, frame);
      if (policy.acquireTimeout !== undefined)
        deadlines.add(deadlines.list('pool', policy.acquireTimeout), frame, nowMs);
    }
  }

  /** Why an attempt is not made at all; 0 where it is. */
  #gate(edge: ClientEdge, operation: number, instance: number): number {
    const { nowMs, draws } = this.#engine;
    if (this.#blocked[edge.to] !== 0) return this.#blocked[edge.to] as number;
    if (edge.breakers?.lets(instance, nowMs) === false) return causes.breakerOpen;
    if (edge.limiter !== undefined && !edge.limiter.take(nowMs)) return causes.rateLimited;
    for (const by of edge.disturbances) {
      if (!concerns(by, operation)) continue;
      if (by.limit?.take(nowMs) === false) return causes.rateLimited;
      const { errors } = by;
      if (errors !== undefined && errors.isLate !== true && drawsFailure(draws, by, errors)) return errors.cause;
    }
    return 0;
  }

  #acquire(frame: number, pool: ConnectionPool): void {
    const { frames } = this.#engine;
    this.#pools.count(pool, 1);
    frames.words[frame + FLAGS] = (frames.words[frame + FLAGS] as number) | frameFlag.hasConnection;
  }

  #send(frame: number, site: number, edge: ClientEdge): void {
    const { frames, draws, queue, nowMs } = this.#engine;
    const from = frames.words[frame + INSTANCE] as number;
    const { edge: at, operation } = this.#engine.siteOf(site);
    let disturbedMs = 0;
    for (const by of edge.disturbances) {
      if (!concerns(by, operation)) continue;
      if (by.lost !== undefined && draws.next(by.lostDraws) < by.lost) {
        edge.lost.push({ frame, sequence: frames.words[frame + SEQUENCE] as number, site });
        return;
      }
      if (by.latencyDraws >= 0) disturbedMs += draws.next(by.latencyDraws);
    }
    if (edge.client.keepAlive !== undefined && this.#addresses.kept(from, at).take(nowMs)) {
      this.#attemptEnded(frame, causes.connectionReset);
      return;
    }
    const { redirect } = edge;
    const elsewhere =
      redirect === undefined || draws.next(redirect.draws) >= redirect.share
        ? undefined
        : redirect.operations.get(operation);
    const instance =
      redirect === undefined || elsewhere === undefined
        ? this.#addresses.choose(from, at)
        : this.#engine.routes.pick(redirect.component);
    const isThere =
      instance >= 0 && this.#engine.instances.words[(instance << 4) + instanceField.state] !== instanceStates.gone;
    if (!isThere) {
      this.#attemptEnded(frame, causes.refused);
      return;
    }
    const child = this.#engine.newFrame(elsewhere ?? operation, instance, frame, frameFlag.elaborate);
    if (child < 0) {
      this.#attemptEnded(frame, causes.queueFull);
      return;
    }
    frames.words[frame + CHILD] = child;
    const latencyMs = (edge.latency < 0 ? 0 : draws.next(edge.latency)) + disturbedMs;
    frames.times[(child >> 2) + ASKED] = latencyMs / 2;
    if (latencyMs <= 0) {
      this.#engine.arrive(child);
      return;
    }
    frames.words[child + FLAGS] = frameFlag.elaborate | frameFlag.travelling;
    queue.push(nowMs + latencyMs / 2, child | eventKinds.received);
  }

  /** An attempt ends by what the called one says, or by its death; where it lives, the connection is kept. */
  #answer(frame: number, cause: number): void {
    const { frames, nowMs } = this.#engine;
    const { edge: at } = this.#engine.siteOf(frames.words[frame + SITE] as number);
    const isKept = cause !== causes.instanceDied && cause !== causes.connectionReset;
    if (isKept && this.#edges[at]?.client.keepAlive !== undefined)
      this.#addresses.kept(frames.words[frame + INSTANCE] as number, at).keep(nowMs);
    this.#attemptEnded(frame, cause);
  }

  #attemptEnded(frame: number, cause: number): void {
    const { frames, nowMs, queue, tallies } = this.#engine;
    const words = frames.words;
    const site = words[frame + SITE] as number;
    const edge = this.#edgeOf(site);
    if (this.#watch !== undefined) this.#watch(frame, site, cause);
    words[frame + CHILD] = -1;
    words[frame + SEQUENCE] = ((words[frame + SEQUENCE] as number) + 1) | 0;
    const { operation } = this.#engine.siteOf(site);
    this.#release(frame, edge);
    const sinceMs = frames.times[(frame >> 2) + CALLED] as number;
    this.#engine.tallyAttempt(operation, sinceMs, cause);
    if (cause !== causes.breakerOpen)
      edge.breakers?.record(words[frame + INSTANCE] as number, cause !== 0, sinceMs, nowMs);
    const retries = this.#retries.size > 0 ? this.#siteRetries(site, edge) : edge.client.retries;
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

  #release(frame: number, edge: ClientEdge): void {
    const { frames } = this.#engine;
    const flags = frames.words[frame + FLAGS] as number;
    if ((flags & frameFlag.hasConnection) === 0) return;
    frames.words[frame + FLAGS] = flags & ~frameFlag.hasConnection;
    const pool = this.#pools.of(frames.words[frame + INSTANCE] as number, edge.pool);
    let heldMs = 0;
    for (const { holdMs = 0 } of edge.disturbances) heldMs += holdMs;
    if (heldMs > 0) {
      this.#engine.at(this.#engine.nowMs + heldMs, () => {
        this.#pools.count(pool, -1);
        this.#grant(pool, edge);
      });
      return;
    }
    this.#pools.count(pool, -1);
    this.#grant(pool, edge);
  }

  /** Gives free connections to those who wait longest. */
  #grant(pool: ConnectionPool, edge: ClientEdge): void {
    // A call that fails at once gives its connection back in the middle of this; the loop goes on with it.
    if (pool.isGranting) return;
    const { frames, waits } = this.#engine;
    pool.isGranting = true;
    this.#pools.count(pool, 0);
    while (pool.inUse < (edge.client.pool?.size ?? Infinity)) {
      const next = waits.shift(pool.queue);
      if (next < 0) break;
      this.#acquire(next, pool);
      this.#send(next, frames.words[next + SITE] as number, edge);
    }
    pool.isGranting = false;
  }

  /** What a frame called is unheard from now on. */
  #orphan(frame: number): void {
    const { words } = this.#engine.frames;
    const child = words[frame + CHILD] as number;
    if (child >= 0) this.abandon(child);
    words[frame + CHILD] = -1;
  }

  #edgeOf(site: number): ClientEdge {
    return this.#edges[this.#engine.siteOf(site).edge] as ClientEdge;
  }
}
