import type { Arrivals } from '../format/index.ts';
import { causes } from './cause.ts';
import type { Redirect } from './client-edge.ts';
import type { Clients } from './clients.ts';
import type { Disturbance } from './disturbances.ts';
import type { EngineCore } from './engine-core.ts';
import { eventKinds } from './event-queue.ts';
import { frameField, frameFlag, frameTime } from './frames.ts';
import type { Outcomes } from './outcome-tallies.ts';
import type { Program } from './program.ts';
const { asked: ASKED } = frameTime;
const { flags: FLAGS, root: ROOT } = frameField;
const { fromSource: FROM_SOURCE, travelling: IS_TRAVELLING } = frameFlag;
const { arrival: EVENT_ARRIVAL, received: EVENT_RECEIVED } = eventKinds;

/** How long a rate that varies by itself keeps one value. */
const stretchMs = 1_000;

/** How often users who are held look whether they may go on. */
const pausedUsersLookMs = 1_000;

type OpenArrivals = Extract<Arrivals, { rate: unknown }>;

/** One source of requests. */
interface Source {
  readonly name: string;
  readonly arrivals: Arrivals;
  /** Whether it waits for each answer. */
  readonly isClosed: boolean;
  readonly untilMs: number;
  readonly operation: number;
  readonly component: number;
  /** Gaps, or pauses between answer and next request. */
  readonly draws: number;
  readonly bursts: number;
  offered: number;
  /** When the next request comes where it is not closed; an event at another time is of a plan that was given up. */
  plannedMs: number;
  /** By which its rate is multiplied. */
  scale: number;
  /** Mean gap where its rate is one number and varies by nothing; 0 where not. */
  gapMs: number;
  /** Of a recording: the next, and when it began anew. */
  next: number;
  rewoundMs: number;
  /** Of a rate that varies by itself. */
  stretch: number;
  burst: number;
  isPaused: boolean;
  /** Does to its requests what a disturbance of calls does; requests that are lost come when that is over. */
  disturbed: ((at: number) => void) | undefined;
  lost: number[];
  redirect: (Redirect & { readonly draws: number }) | undefined;
}

/** Where requests come from that nothing in the model causes. */
export class Sources {
  readonly #engine: EngineCore;
  readonly #clients: Clients;
  readonly #sources: Source[];
  /** Of the tallies, by source: its own, or that of an operation that nobody else calls. */
  readonly #rows: readonly number[];
  /** Requests that ended, of all sources. */
  endedCount = 0;
  #stopAt = Infinity;
  #isStarted = false;
  /** Told of each request as it is sent, by its frame. */
  sent: ((frame: number) => void) | undefined;

  constructor(program: Program, engine: EngineCore, clients: Clients) {
    this.#engine = engine;
    this.#clients = clients;
    this.#rows = program.entries.map((operation, at) =>
      isShared(program, operation) ? program.operations.length + at : operation,
    );
    this.#sources = program.model.arrivals.map((arrivals, at) => {
      const operation = program.entries[at] as number;
      const name = program.sources[at] as string;
      const { draws } = engine;
      const isEven = 'rate' in arrivals && arrivals.spacing === 'even';
      const dispersion = 'rate' in arrivals ? arrivals.dispersion : 1;
      return {
        name,
        arrivals: 'at' in arrivals ? { ...arrivals, at: arrivals.at.toSorted((one, other) => one - other) } : arrivals,
        operation,
        isClosed: 'users' in arrivals,
        untilMs: arrivals.until ?? Infinity,
        component: program.operations[operation]?.component ?? -1,
        draws:
          'users' in arrivals
            ? draws.source(`${name} think`, arrivals.think)
            : isEven
              ? draws.source(`${name} even`, 1)
              : draws.exponentials(name),
        bursts: dispersion > 1 ? draws.gammas(`${name} bursts`, this.#burstVariance(arrivals)) : -1,
        offered: 0,
        plannedMs: Infinity,
        scale: 1,
        gapMs: gapMsOf(arrivals, 1),
        next: 0,
        rewoundMs: 0,
        stretch: -1,
        burst: 1,
        isPaused: false,
        disturbed: undefined,
        lost: [],
        redirect: undefined,
      };
    });
  }

  /** Ends the run once so many more requests have ended. */
  stopAfter(requests: number): void {
    this.#stopAt = this.endedCount + requests;
  }

  /** Plans the first request of each source. */
  start(): void {
    this.#isStarted = true;
    for (const [at, source] of this.#sources.entries()) {
      const { arrivals } = source;
      if (!('users' in arrivals)) {
        this.#plan(at, arrivals.from);
        continue;
      }
      for (let user = 0; user < arrivals.users; user++)
        this.#push(at, arrivals.from + this.#engine.draws.next(source.draws));
    }
  }

  /** The time for a request of a source has come. */
  next(at: number): void {
    const { nowMs, queue, draws } = this.#engine;
    const source = this.#sources[at] as Source;
    if (nowMs > source.untilMs || (nowMs !== source.plannedMs && !source.isClosed)) return;
    if (source.gapMs > 0) {
      source.plannedMs = nowMs + draws.next(source.draws) * source.gapMs;
      queue.push(source.plannedMs, (at << 4) | EVENT_ARRIVAL);
    } else if (!source.isClosed) this.#plan(at, nowMs);
    if (source.isPaused) {
      if (source.isClosed) this.#push(at, nowMs + pausedUsersLookMs);
      return;
    }
    source.offered += 1;
    if (source.disturbed === undefined) this.#send(at, source, nowMs, 0);
    else source.disturbed(at);
  }

  #send(at: number, source: Source, askedMs: number, delayMs: number): void {
    const { frames, routes, queue, nowMs } = this.#engine;
    const { redirect } = source;
    const elsewhere = redirect === undefined ? undefined : this.#elsewhere(redirect, source.operation);
    const component = elsewhere === undefined || redirect === undefined ? source.component : redirect.component;
    const blocked = this.#clients.blockedCause(component);
    const instance = blocked === 0 ? routes.pick(component) : -1;
    const frame = instance < 0 ? -1 : this.#engine.newFrame(elsewhere ?? source.operation, instance, -1, FROM_SOURCE);
    if (frame < 0) {
      const cause = blocked !== 0 ? blocked : instance < 0 ? causes.refused : causes.queueFull;
      this.ended(at, askedMs, cause);
      return;
    }
    frames.words[frame + ROOT] = at;
    frames.times[(frame >> 2) + ASKED] = askedMs;
    if (this.sent !== undefined) this.sent(frame);
    if (delayMs <= 0) {
      this.#engine.arrive(frame);
      return;
    }
    frames.words[frame + FLAGS] = FROM_SOURCE | IS_TRAVELLING;
    queue.push(nowMs + delayMs, frame | EVENT_RECEIVED);
  }

  #elsewhere(
    { share, draws, operations }: Redirect & { readonly draws: number },
    operation: number,
  ): number | undefined {
    return this.#engine.draws.next(draws) < share ? operations.get(operation) : undefined;
  }

  /**
   * Disturbs requests of a source on their way, as `Clients.disturb` does calls, by all of these in place of what did so
   * before. The whole delay comes before a request arrives, and late errors at once: nobody between could tell.
   */
  disturb(at: number, by: readonly Disturbance[]): void {
    const source = this.#sources[at] as Source;
    const { draws } = this.#engine;
    const concerning = by.filter(({ operation }) => operation === undefined || operation === source.operation);
    const drawing = concerning.map((one, place) => {
      const name = `${source.name} disturbed ${place + 1}`;
      const { latency } = one;
      return {
        ...one,
        latencyDraws: latency === undefined ? -1 : draws.source(`${name} ${JSON.stringify(latency)}`, latency),
        chance: draws.uniforms(`${name} chance`),
      };
    });
    const disturbed = (): void => {
      const { nowMs } = this.#engine;
      let delayMs = 0;
      for (const { limit, errors, lost = 0, mute = 0, latencyDraws, chance } of drawing) {
        if (limit?.take(nowMs) === false) {
          this.ended(at, nowMs, causes.rateLimited);
          return;
        }
        if (errors !== undefined && draws.next(chance) < errors.ratio) {
          this.ended(at, nowMs, errors.cause);
          return;
        }
        if (lost + mute > 0 && draws.next(chance) < Math.max(lost, mute)) {
          source.lost.push(nowMs);
          return;
        }
        if (latencyDraws >= 0) delayMs += draws.next(latencyDraws);
      }
      this.#send(at, source, nowMs, delayMs);
    };
    source.disturbed = drawing.length === 0 ? undefined : disturbed;
    for (const askedMs of source.lost.splice(0)) this.#send(at, source, askedMs, 0);
    this.#engine.settle();
  }

  /** Sends a share of a source's requests elsewhere, or no longer. */
  redirect(at: number, redirect: Redirect | undefined): void {
    const source = this.#sources[at] as Source;
    const draws = this.#engine.draws.uniforms(`${source.name} redirected`);
    source.redirect = redirect === undefined ? undefined : { ...redirect, draws };
  }

  /** Requests of a source each second at a time, as the model has it; `undefined` where it is not open. */
  ratePerSecond(at: number, atMs: number): number | undefined {
    const { arrivals } = this.#sources[at] as Source;
    if (!('rate' in arrivals)) return undefined;
    if (typeof arrivals.rate === 'number') return arrivals.rate;
    const sinceMs = atMs - arrivals.from;
    const after = arrivals.rate.findIndex(([pointMs]) => pointMs > sinceMs);
    const [toMs, to] = (after < 0 ? arrivals.rate.at(-1) : arrivals.rate[after]) ?? [0, 0];
    const [fromMs, from] = after <= 0 ? [0, to] : (arrivals.rate[after - 1] ?? [0, to]);
    return after <= 0 ? to : from + ((to - from) * (sinceMs - fromMs)) / (toMs - fromMs);
  }

  /** Sends nothing from a source, or goes on; what would have come meanwhile does not come later. */
  pause(at: number, isPaused: boolean): void {
    (this.#sources[at] as Source).isPaused = isPaused;
  }

  /** A request of a source has ended. */
  ended(at: number, askedMs: number, cause: number): void {
    const { nowMs, draws, tallies } = this.#engine;
    const source = this.#sources[at] as Source;
    const durationMs = nowMs - askedMs;
    const row = this.#rows[at] as number;
    tallies.add(source.operation, durationMs, cause);
    if (row !== source.operation) tallies.add(row, durationMs, cause);
    this.endedCount += 1;
    if (this.endedCount === this.#stopAt) this.#engine.stop();
    // Users who are refused at once must not ask again at the very same moment, for ever.
    if (source.isClosed) this.#push(at, nowMs + Math.max(draws.next(source.draws), durationMs > 0 ? 0 : 1));
  }

  /** The row of the tallies that counts a source's requests. */
  row(at: number): number {
    return this.#rows[at] as number;
  }

  /** What became of a source's requests. */
  outcomes(at: number): Outcomes {
    return this.#engine.tallies.of(this.row(at));
  }

  /** How many requests a source sent. */
  offered(at: number): number {
    return (this.#sources[at] as Source).offered;
  }

  /** Multiplies the rate of a source from now on; what was left until its next request passes at the new rate. */
  scale(at: number, factor: number): void {
    const source = this.#sources[at] as Source;
    const { arrivals } = source;
    if (!('rate' in arrivals) || factor === source.scale) return;
    const sinceMs = Math.max(arrivals.from, this.#engine.nowMs);
    const left = this.#leftUntilNext(at, source, arrivals, sinceMs);
    source.scale = factor;
    source.gapMs = gapMsOf(arrivals, factor);
    if (this.#isStarted) this.#planFor(at, source, arrivals, sinceMs, left);
  }

  /** How much of the integral of a source's rate is left until its next request. */
  #leftUntilNext(at: number, source: Source, { rate, from }: OpenArrivals, sinceMs: number): number {
    const { plannedMs, gapMs, scale, bursts, draws } = source;
    if (gapMs > 0) return (plannedMs - sinceMs) / gapMs;
    // Without a memory of the past, what is drawn anew is as good; and of bursts that are over none is kept.
    if (plannedMs === Infinity || bursts >= 0 || typeof rate === 'number') return this.#engine.draws.next(draws);
    const turns = rate.map(([pointMs]) => from + pointMs).filter((turnMs) => turnMs > sinceMs && turnMs < plannedMs);
    const bounds = [sinceMs, ...turns, plannedMs];
    // Straight lines: of each piece, its length times the rate at its middle.
    const requests = bounds.slice(1).reduce((sum, toMs, piece) => {
      const fromMs = bounds[piece] as number;
      return sum + ((toMs - fromMs) / 1_000) * (this.ratePerSecond(at, (fromMs + toMs) / 2) ?? 0);
    }, 0);
    return requests * scale;
  }

  /** Sources of a component's operations; all where none is given. */
  of(component: number | undefined): readonly number[] {
    const { program } = this.#engine;
    return [...this.#sources.keys()].filter((at) => {
      if (component === undefined) return true;
      const [name] = (this.#sources[at] as Source).arrivals.operation.split('/', 1);
      return program.components[component]?.name === name;
    });
  }

  /** Forgets what was counted. */
  clear(): void {
    this.endedCount = 0;
    for (const source of this.#sources) source.offered = 0;
  }

  #push(at: number, atMs: number): void {
    this.#engine.queue.push(Math.max(atMs, this.#engine.nowMs), (at << 4) | EVENT_ARRIVAL);
  }

  #plan(at: number, afterMs: number): void {
    const source = this.#sources[at] as Source;
    const { arrivals } = source;
    if ('at' in arrivals) this.#pushPlanned(at, source, this.#nextRecorded(source, arrivals));
    else if ('rate' in arrivals) this.#planFor(at, source, arrivals, afterMs, this.#engine.draws.next(source.draws));
  }

  /** Plans the request of a source for when the integral of its rate has grown by `amount`. */
  #planFor(at: number, source: Source, arrivals: OpenArrivals, afterMs: number, amount: number): void {
    const atMs =
      source.gapMs > 0 ? afterMs + amount * source.gapMs : this.#afterWork(source, arrivals, afterMs, amount);
    this.#pushPlanned(at, source, atMs);
  }

  #pushPlanned(at: number, source: Source, atMs: number): void {
    source.plannedMs = Math.max(atMs, this.#engine.nowMs);
    if (atMs <= source.untilMs && atMs !== Infinity) this.#push(at, atMs);
  }

  #nextRecorded(source: Source, arrivals: Extract<Arrivals, { at: unknown }>): number {
    if (source.next === arrivals.at.length) {
      if (arrivals.repeatEvery === undefined) return Infinity;
      source.next = 0;
      source.rewoundMs += arrivals.repeatEvery;
    }
    return arrivals.from + source.rewoundMs + (arrivals.at[source.next++] as number);
  }

  /** When the integral of the rate from a time on has grown by `amount`: inversion, stretch by stretch. */
  #afterWork(source: Source, arrivals: OpenArrivals, afterMs: number, amount: number): number {
    const points: readonly (readonly [number, number])[] =
      typeof arrivals.rate === 'number' ? [[0, arrivals.rate]] : arrivals.rate;
    let left = amount;
    let atMs = afterMs;
    for (;;) {
      // Compared as they are used below: with a difference, rounding could leave a piece of no length, for ever.
      const after = points.findIndex(([pointMs]) => pointMs + arrivals.from > atMs);
      const [endMs, endRate] = (after < 0 ? points.at(-1) : points[after]) as readonly [number, number];
      const [startMs, startRate] = points[after - 1] ?? points[0] ?? [0, 0];
      const isLevel = after <= 0;
      const untilMs = after < 0 ? Infinity : endMs + arrivals.from;
      const slope = isLevel ? 0 : (endRate - startRate) / (endMs - startMs);
      const level = after < 0 ? endRate : startRate;
      if (source.scale === 0 || (after < 0 && level === 0)) return Infinity;
      const burst = this.#burstAt(source, atMs);
      const stretchEndMs = source.bursts < 0 ? Infinity : (Math.floor(atMs / stretchMs) + 1) * stretchMs;
      const toMs = Math.min(untilMs, stretchEndMs);
      // Per millisecond, at the beginning of what is looked at, and how it changes.
      const factor = (source.scale * burst) / 1_000;
      const rate = factor * (level + slope * (isLevel ? 0 : atMs - arrivals.from - startMs));
      const change = factor * slope;
      const spanMs = toMs - atMs;
      const area = toMs === Infinity ? Infinity : rate * spanMs + (change * spanMs * spanMs) / 2;
      if (area >= left) return atMs + (2 * left) / (rate + Math.sqrt(Math.max(0, rate * rate + 2 * change * left)));
      left -= area;
      atMs = toMs;
    }
  }

  #burstAt(source: Source, atMs: number): number {
    if (source.bursts < 0) return 1;
    const stretch = Math.floor(atMs / stretchMs);
    if (stretch !== source.stretch) {
      source.stretch = stretch;
      source.burst = this.#engine.draws.next(source.bursts);
    }
    return source.burst;
  }

  /**
   * Variance of the rate's factor that gives counts the wanted index of dispersion: with mean `m` in a stretch and
   * independent stretches, variance over mean of counts is `1 + m * variance`.
   */
  #burstVariance(arrivals: Arrivals): number {
    if (!('rate' in arrivals)) return 0;
    const rate =
      typeof arrivals.rate === 'number'
        ? arrivals.rate
        : arrivals.rate.reduce((sum, [, one]) => sum + one, 0) / arrivals.rate.length;
    return (arrivals.dispersion - 1) / Math.max(1e-9, (rate * stretchMs) / 1_000);
  }
}

function gapMsOf(arrivals: Arrivals, scale: number): number {
  const isPlain = 'rate' in arrivals && typeof arrivals.rate === 'number' && arrivals.dispersion === 1;
  const perSecond = isPlain ? (arrivals.rate as number) * scale : 0;
  return perSecond > 0 ? 1_000 / perSecond : 0;
}

/** Whether others than one source ask an operation. */
function isShared({ entries, sites, components, operations }: Program, operation: number): boolean {
  const sources = entries.filter((entry) => entry === operation).length;
  const { component, name } = operations[operation] as Program['operations'][number];
  const isConsumer = components[component]?.model.consumes.some((consumed) => consumed.operation === name) === true;
  return sources > 1 || isConsumer || sites.some((site) => site.operation === operation);
}
