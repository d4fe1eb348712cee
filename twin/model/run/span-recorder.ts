import { createHash } from 'node:crypto';
import type { Span, SpanKind } from '../../../connectors/spans/index.ts';
import type { Engine } from '../engine/engine.ts';
import { frameField, frameFlag, frameTime } from '../engine/frames.ts';

const hexOf = (text: string, digits: number): string =>
  createHash('sha256').update(text).digest('hex').slice(0, digits);

/**
 * Keeps the spans that a traced system would have sent of the first requests from outside: one for each call at its
 * caller, one for each request at its instance. What is worked off after its caller gave up has no span.
 */
export class SpanRecorder {
  readonly spans: Span[] = [];
  readonly #engine: Engine;
  readonly #seed: string;
  readonly #most: number;
  /** Requests from outside that are under way, by their frames. */
  readonly #traces = new Map<number, string>();
  readonly #resources = new Map<number, ReadonlyMap<string, string>>();
  #begun = 0;

  /**
   * @param most - Of so many requests spans are kept.
   */
  constructor(engine: Engine, seed: number | string, most: number) {
    this.#engine = engine;
    this.#seed = String(seed);
    this.#most = most;
  }

  /** Begins to keep spans of requests that come from now on. */
  start(): void {
    const engine = this.#engine;
    engine.clients.watchAll((frame, site, cause) => {
      this.#called(frame, site, cause);
    });
    engine.observe = (frame, cause) => {
      this.#served(frame, cause);
    };
    engine.sources.sent = (frame) => {
      if (this.#begun >= this.#most) return;
      this.#begun += 1;
      this.#traces.set(frame, hexOf(`${this.#seed} trace ${this.#begun}`, 32));
    };
  }

  #served(frame: number, cause: number): void {
    const traceId = this.#traceOf(frame);
    if (traceId === undefined) return;
    const { words, times } = this.#engine.frames;
    const parent = words[frame + frameField.parent] as number;
    if (parent < 0) this.#traces.delete(frame);
    const instance = words[frame + frameField.instance] as number;
    const component = this.#engine.instances.words[instance << 4] as number;
    if (this.#engine.program.components[component]?.isOutside === true) return;
    const startMs = times[(frame >> 2) + frameTime.arrived] as number;
    const parentSpanId = parent < 0 || this.#isOutside(parent) ? undefined : this.#callId(parent, traceId);
    this.#keep({
      traceId,
      spanId: this.#servedId(frame, traceId),
      parentSpanId,
      kind: 'server',
      frame,
      operation: words[frame + frameField.operation] as number,
      startMs,
      isError: cause !== 0,
    });
  }

  #called(frame: number, site: number, cause: number): void {
    const traceId = this.#traceOf(frame);
    if (traceId === undefined || this.#isOutside(frame)) return;
    this.#keep({
      traceId,
      spanId: this.#callId(frame, traceId),
      parentSpanId: this.#servedId(this.#requestOf(frame), traceId),
      kind: 'client',
      frame,
      operation: this.#engine.siteOf(site).operation,
      startMs: this.#engine.frames.times[(frame >> 2) + frameTime.called] as number,
      isError: cause !== 0,
    });
  }

  #keep(given: {
    readonly traceId: string;
    readonly spanId: string;
    readonly parentSpanId: string | undefined;
    readonly kind: SpanKind;
    readonly frame: number;
    readonly operation: number;
    readonly startMs: number;
    readonly isError: boolean;
  }): void {
    const { traceId, spanId, parentSpanId, kind, frame, operation, startMs, isError } = given;
    const { operations, components } = this.#engine.program;
    const called = operations[operation];
    const attributes = new Map(
      kind === 'client' ? [['server.address', components[called?.component ?? -1]?.name ?? '']] : [],
    );
    this.spans.push({
      traceId,
      spanId,
      parentSpanId,
      name: called?.name ?? '',
      kind,
      startMs,
      durationMs: this.#engine.nowMs - startMs,
      isError,
      isShared: false,
      traceState: undefined,
      links: [],
      attributes,
      resource: this.#resourceOf(this.#engine.frames.words[frame + frameField.instance] as number),
    });
  }

  #resourceOf(instance: number): ReadonlyMap<string, string> {
    const known = this.#resources.get(instance);
    if (known !== undefined) return known;
    const component = this.#engine.instances.words[instance << 4] as number;
    const name = this.#engine.program.components[component]?.name ?? '';
    const resource = new Map([
      ['service.name', name],
      ['service.instance.id', `${name}-${instance}`],
      ['host.name', `${name}-${instance}`],
    ]);
    this.#resources.set(instance, resource);
    return resource;
  }

  #traceOf(frame: number): string | undefined {
    const { words } = this.#engine.frames;
    let root = frame;
    for (let parent = words[root + frameField.parent] as number; parent >= 0;) {
      root = parent;
      parent = words[root + frameField.parent] as number;
    }
    return this.#traces.get(root);
  }

  /** The request that a branch belongs to. */
  #requestOf(frame: number): number {
    const { words } = this.#engine.frames;
    let request = frame;
    while (((words[request + frameField.flags] as number) & frameFlag.strand) !== 0)
      request = words[request + frameField.parent] as number;
    return request;
  }

  #isOutside(frame: number): boolean {
    const instance = this.#engine.frames.words[frame + frameField.instance] as number;
    const component = this.#engine.instances.words[instance << 4] as number;
    return this.#engine.program.components[component]?.isOutside === true;
  }

  #servedId(frame: number, traceId: string): string {
    const arrivedMs = this.#engine.frames.times[(frame >> 2) + frameTime.arrived] as number;
    return hexOf(`${traceId} served ${frame} ${arrivedMs}`, 16);
  }

  #callId(frame: number, traceId: string): string {
    const { words } = this.#engine.frames;
    return hexOf(`${traceId} call ${frame} ${words[frame + frameField.sequence] as number}`, 16);
  }
}
