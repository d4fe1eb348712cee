import { compareText, sha256Hex } from '../../kernel/index.ts';
import { TraceNode } from './trace-node.ts';

/** A trace that is being put together. */
export interface OpenTrace {
  readonly id: string;
  /** Its spans, the last that came first; a list through the nodes themselves costs no arrays. */
  last: TraceNode | undefined;
  spans: number;
  /** The rotation in which its last span came. */
  touched: number;
  /** Whether an earlier part of it was already counted. */
  readonly isLate: boolean;
}

/** Longer trace ids are kept by their hash. */
const longestId = 64;

/** Ids of closed traces that are remembered, so that late spans are known as such; twice as many at most. */
const closedRemembered = 50_000;

/** This share of the open traces is closed at once where there is no more room: one by one would cost more. */
const closedAtOnce = 0.25;

/**
 * Holds the spans of traces until they are whole. Nothing tells when a trace is: it is closed when room is needed, the
 * oldest first, or when no span of it came for a whole rotation.
 */
export class TraceBuffer {
  readonly #open = new Map<string, OpenTrace>();
  readonly #mostSpans: number;
  readonly #close: (trace: OpenTrace, nodes: TraceNode[]) => void;
  readonly #free: TraceNode[] = [];
  /** Scratch for the nodes of the trace that is being closed. */
  readonly #nodes: TraceNode[] = [];
  #spans = 0;
  #rotation = 0;
  #closed = new Set<string>();
  #closedBefore = new Set<string>();

  /**
   * @param mostSpans - Spans held at once.
   * @param close - Takes a closed trace; its nodes are used again afterwards.
   */
  constructor(mostSpans: number, close: (trace: OpenTrace, nodes: TraceNode[]) => void) {
    this.#mostSpans = mostSpans;
    this.#close = close;
  }

  /** A node in the trace of this id, to be filled in. */
  nodeOf(traceId: string): TraceNode {
    if (this.#spans >= this.#mostSpans) this.#makeRoom();
    const id = traceId.length > longestId ? sha256Hex(traceId) : traceId;
    let trace = this.#open.get(id);
    if (trace === undefined) {
      trace = {
        id,
        last: undefined,
        spans: 0,
        touched: this.#rotation,
        isLate: this.#closed.has(id) || this.#closedBefore.has(id),
      };
      this.#open.set(id, trace);
    } else trace.touched = this.#rotation;
    const node = this.#free.pop() ?? new TraceNode();
    node.nextOfTrace = trace.last;
    trace.last = node;
    trace.spans += 1;
    this.#spans += 1;
    return node;
  }

  /** Spans held now. */
  get spans(): number {
    return this.#spans;
  }

  /** Every trace that is open, in the order of their first spans' arrival. */
  openTraces(): IterableIterator<OpenTrace> {
    return this.#open.values();
  }

  /** Closes the traces of which no span came since the last rotation. */
  rotate(): void {
    const quiet = [...this.#open.values()].filter(({ touched }) => touched < this.#rotation);
    this.#rotation += 1;
    this.#closeInOrder(quiet);
  }

  /** Closes all. */
  closeAll(): void {
    this.#closeInOrder([...this.#open.values()]);
  }

  #makeRoom(): void {
    const enough = this.#mostSpans * closedAtOnce;
    const oldest: OpenTrace[] = [];
    let spans = 0;
    for (const trace of this.#open.values()) {
      oldest.push(trace);
      spans += trace.spans;
      if (spans >= enough) break;
    }
    this.#closeInOrder(oldest);
  }

  /** By time and id: where all traces fit, the order of their arrival makes no difference. */
  #closeInOrder(traces: OpenTrace[]): void {
    const starts = new Map(traces.map((trace) => [trace, firstMs(trace)]));
    traces.sort((left, right) => (starts.get(left) ?? 0) - (starts.get(right) ?? 0) || compareText(left.id, right.id));
    for (const trace of traces) this.#closeOne(trace);
  }

  #closeOne(trace: OpenTrace): void {
    this.#open.delete(trace.id);
    this.#remember(trace.id);
    const nodes = this.#nodes;
    nodes.length = 0;
    for (let node = trace.last; node !== undefined; node = node.nextOfTrace) nodes.push(node);
    this.#close(trace, nodes);
    this.#spans -= trace.spans;
    for (let node = trace.last; node !== undefined;) {
      const next: TraceNode | undefined = node.nextOfTrace;
      node.reset();
      this.#free.push(node);
      node = next;
    }
  }

  #remember(id: string): void {
    if (this.#closed.size >= closedRemembered) {
      this.#closedBefore = this.#closed;
      this.#closed = new Set();
    }
    this.#closed.add(id);
  }
}

function firstMs(trace: OpenTrace): number {
  let first = Infinity;
  for (let node = trace.last; node !== undefined; node = node.nextOfTrace) first = Math.min(first, node.startMs);
  return first;
}
