import type { Span } from '../../connectors/spans/index.ts';

/** What a component did in the last seconds. */
export interface LiveSignal {
  readonly component: string;
  /**
   * Who says so: the component's own server spans, or, where it sends none, the client spans of those who call it.
   */
  readonly source: 'own' | 'callers';
  readonly requestsPerSecond: number;
  /** 95th percentile of the response times in the window, by nearest rank. */
  readonly p95Ms: number;
  /** Failed requests as a share of all, 0 to 1. */
  readonly errorRatio: number;
  /** How many requests the figures rest on. */
  readonly count: number;
}

interface Sample {
  readonly atMs: number;
  readonly durationMs: number;
  readonly isError: boolean;
}

/** At the rates of a demo this is minutes; it bounds memory when a sender floods. */
const mostSamples = 20_000;

/** Names come from outside: a sender that makes up one a span must not fill the memory. */
const mostComponents = 500;

/** The estate whose spans count, and how far back. */
export interface LiveSignalsOptions {
  /** `service.namespace` of the spans that count; all where undefined. */
  readonly namespace?: string | undefined;
  readonly windowMs: number;
  readonly nowMs: () => number;
}

/** Attributes that name the called component, from the current semantic convention to the older ones. */
const peerAttributes = ['server.address', 'net.peer.name', 'peer.service'] as const;

function peerOf({ attributes }: Span): string | undefined {
  for (const name of peerAttributes) {
    const value = attributes.get(name);
    if (typeof value === 'string' && value !== '') return value;
  }
  return undefined;
}

/**
 * What makes a client span a call: the words of the request itself. Drivers also report the wait for a connection as a
 * client span, which names the peer but asks nothing of it.
 */
const callAttributes = [
  'http.request.method',
  'http.method',
  'db.query.text',
  'db.statement',
  'db.operation.name',
  'db.operation',
  'rpc.method',
  'messaging.operation.type',
  'messaging.operation',
] as const;

function isCall({ kind, attributes }: Span): boolean {
  return kind === 'client' && callAttributes.some((name) => attributes.has(name));
}

/** A server's own fault is a 5xx; a span without an HTTP status says it by its span status. */
function failed({ attributes, isError }: Span): boolean {
  const status = attributes.get('http.response.status_code') ?? attributes.get('http.status_code');
  return typeof status === 'number' ? status >= 500 : isError;
}

/** A share of sorted values by nearest rank: the smallest value with at least that share at or below it. */
function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
}

/** The last while's requests of one component, in bounded memory. */
class Track {
  #samples: Sample[] = [];
  /** Samples up to this moment were dropped for want of room. */
  #droppedUntilMs = -Infinity;

  keep(sample: Sample): void {
    this.#samples.push(sample);
    if (this.#samples.length <= mostSamples) return;
    // Dropping half at a time keeps the cost of a flood linear.
    const dropped = this.#samples.splice(0, mostSamples / 2);
    this.#droppedUntilMs = dropped.at(-1)?.atMs ?? this.#droppedUntilMs;
  }

  /** Forgets what came before `sinceMs`; undefined where nothing is left. */
  read(sinceMs: number, nowMs: number): Omit<LiveSignal, 'component' | 'source'> | undefined {
    this.#samples = this.#samples.filter(({ atMs }) => atMs >= sinceMs);
    const count = this.#samples.length;
    if (count === 0) return undefined;
    const durations = this.#samples.map(({ durationMs }) => durationMs).sort((left, right) => left - right);
    return {
      requestsPerSecond: (count * 1_000) / Math.max(1, nowMs - Math.max(sinceMs, this.#droppedUntilMs)),
      p95Ms: quantile(durations, 0.95),
      errorRatio: this.#samples.filter(({ isError }) => isError).length / count,
      count,
    };
  }
}

/** Rates, response times and errors per component over a sliding window of spans, in bounded memory. */
export class LiveSignals {
  readonly #own = new Map<string, Track>();
  readonly #byCallers = new Map<string, Track>();
  readonly #options: LiveSignalsOptions;
  #firstMs: number | undefined;

  constructor(options: LiveSignalsOptions) {
    this.#options = options;
  }

  /**
   * Takes in spans as they arrive. A span counts at its arrival: clocks of other hosts are not to be trusted.
   *
   * @param spans - Of any service; those of other estates are passed over.
   */
  add(spans: readonly Span[]): void {
    const { namespace, nowMs } = this.#options;
    const atMs = nowMs();
    for (const span of spans) {
      if (namespace !== undefined && span.resource.get('service.namespace') !== namespace) continue;
      this.#firstMs ??= atMs;
      // A clock that was set back during a request makes its duration negative.
      const sample = { atMs, durationMs: Math.max(0, span.durationMs), isError: failed(span) };
      const service = span.resource.get('service.name');
      if (span.kind === 'server' && typeof service === 'string') keep(this.#own, service, sample);
      const peer = isCall(span) ? peerOf(span) : undefined;
      if (peer !== undefined) keep(this.#byCallers, peer, sample);
    }
  }

  /** The signals of every component that was seen within the window, by name. */
  read(): ReadonlyMap<string, LiveSignal> {
    const nowMs = this.#options.nowMs();
    // At the start the window is not yet full: a rate over all of it would be too low.
    const sinceMs = Math.max(nowMs - this.#options.windowMs, this.#firstMs ?? nowMs);
    const signals = new Map<string, LiveSignal>();
    for (const [source, tracks] of [
      ['callers', this.#byCallers],
      ['own', this.#own],
    ] as const) {
      for (const [component, track] of tracks) {
        const figures = track.read(sinceMs, nowMs);
        if (figures === undefined) tracks.delete(component);
        else signals.set(component, { component, source, ...figures });
      }
    }
    return signals;
  }
}

function keep(tracks: Map<string, Track>, component: string, sample: Sample): void {
  const known = tracks.get(component);
  if (known === undefined && tracks.size >= mostComponents) return;
  const track = known ?? new Track();
  tracks.set(component, track);
  track.keep(sample);
}
