import type { AttributeValue, Span } from '../../../connectors/spans/index.ts';
import { DescriptionCache } from './description-cache.ts';
import { longestMs } from './exact-amount.ts';
import { isFailure } from './is-failure.ts';
import { processIdentity } from './process-identity.ts';
import type { ProcessIdentity } from './process-identity.ts';
import { samplingWeight } from './sampling-weight.ts';
import type { SamplingWeight } from './sampling-weight.ts';
import { spanKey } from './span-key.ts';
import type { SpanKey } from './span-key.ts';
import type { TraceNode } from './trace-node.ts';

/** Later than any clock that is merely wrong: the year 5138. */
const latestMs = 1e14;

/** Past this the known processes are forgotten and read again. */
const mostProcesses = 10_000;

type Resource = ReadonlyMap<string, AttributeValue>;

/** Takes from a span what is kept of it. All that is the same for many spans is derived once. */
export class SpanIntake {
  readonly #descriptions = new DescriptionCache();
  readonly #byResource = new WeakMap<Resource, ProcessIdentity>();
  #byContent = new Map<string, ProcessIdentity>();
  #lastResource: Resource | undefined;
  #lastProcess: ProcessIdentity | undefined;
  #lastState: string | undefined;
  #lastWeight: SamplingWeight = samplingWeight(undefined);
  readonly #key: SpanKey = { high: 0, low: 0 };

  /** Whether a span has times that can be counted with. */
  isUsable({ startMs, durationMs }: Span): boolean {
    return startMs >= 0 && startMs < latestMs && Number.isFinite(durationMs);
  }

  /**
   * Fills in a node.
   *
   * @param span - Usable.
   * @param node - Of its trace.
   * @returns How the span was sampled.
   */
  take(span: Span, node: TraceNode): SamplingWeight {
    const key = this.#key;
    spanKey(span.spanId, key);
    node.keyHigh = key.high;
    node.keyLow = key.low;
    node.hasParent = span.parentSpanId !== undefined;
    if (span.parentSpanId !== undefined) {
      spanKey(span.parentSpanId, key);
      node.parentHigh = key.high;
      node.parentLow = key.low;
    }
    node.kind = span.kind;
    node.isShared = span.isShared;
    node.isError = isFailure(span);
    node.hasLinks = span.links.length > 0;
    node.startMs = span.startMs;
    node.isNegative = span.durationMs < 0;
    node.isOverlong = span.durationMs > longestMs;
    node.durationMs = Math.min(longestMs, Math.max(0, span.durationMs));
    node.endMs = node.startMs + node.durationMs;
    node.resends = resendsOf(span);
    node.described = this.#descriptions.of(span);
    node.process = this.#processOf(span.resource);
    const sampling = this.#samplingOf(span.traceState);
    node.weight = sampling.adjustedCount;
    node.isSamplingKnown = sampling.threshold !== undefined;
    return sampling;
  }

  #samplingOf(traceState: string | undefined): SamplingWeight {
    if (traceState !== this.#lastState) {
      this.#lastState = traceState;
      this.#lastWeight = samplingWeight(traceState);
    }
    return this.#lastWeight;
  }

  #processOf(resource: Resource): ProcessIdentity {
    if (resource === this.#lastResource && this.#lastProcess !== undefined) return this.#lastProcess;
    const process = this.#byResource.get(resource) ?? this.#derive(resource);
    this.#lastResource = resource;
    this.#lastProcess = process;
    return process;
  }

  #derive(resource: Resource): ProcessIdentity {
    const derived = processIdentity(resource);
    const content = JSON.stringify(derived);
    if (this.#byContent.size >= mostProcesses) this.#byContent = new Map();
    const process = this.#byContent.get(content) ?? derived;
    this.#byContent.set(content, process);
    this.#byResource.set(resource, process);
    return process;
  }
}

/** More resends of one request than this are no count. */
const mostResends = 1_000;

function resendsOf({ kind, attributes }: Span): number {
  if (kind !== 'client' || attributes.size === 0) return 0;
  const resends = attributes.get('http.request.resend_count') ?? attributes.get('http.resend_count');
  if (resends === undefined) return 0;
  const count = Math.trunc(Number(resends));
  return count > 0 && count <= mostResends ? count : 0;
}
