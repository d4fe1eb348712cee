import type { CallDescription, Protocol } from './call-description.ts';
import { ClockSkew } from './clock-skew.ts';
import { ComponentTally } from './component-tally.ts';
import { RequestLog } from './contention/index.ts';
import { EdgeTally } from './edge-tally.ts';
import { LatencySketch } from './latency-sketch.ts';
import { ObservedTime } from './observed-time.ts';
import { otherName } from './limits.ts';
import type { TraceLimits } from './limits.ts';
import type { LinkFindings } from './link-trace.ts';
import type { ProcessIdentity } from './process-identity.ts';
import { PeerTally } from './tallied.ts';
import type { Callee, Caller } from './tallied.ts';

/** Sampling thresholds told apart; a sender that makes one up for each span is counted with the last. */
const mostThresholds = 16;

const beyondLimit: CallDescription = {
  kind: 'client',
  protocol: 'unknown',
  template: otherName,
  isLearnable: false,
  peers: [{ scheme: 'system', value: otherName }],
  system: undefined,
  isRequest: true,
  looksLikeCall: false,
};

/** All that is counted in one window of time. */
export class WindowTally implements LinkFindings {
  readonly components = new Map<string, ComponentTally>();
  readonly peers = new Map<string, PeerTally>();
  readonly skew: ClockSkew;
  readonly limits: TraceLimits;
  readonly log: RequestLog;
  /** Spans by sampling threshold; the empty text for those that do not tell. */
  readonly thresholds = new Map<string, number>();
  spans = 0;
  traces = 0;
  tracesWithError = 0;
  duplicates = 0;
  orphans = 0;
  cycles = 0;
  lateSpans = 0;
  /** Spans dropped because their times are none. */
  unusableTimes = 0;
  linkedSpans = 0;
  connectionWaits = 0;
  unnamedCalls = 0;
  otherComponentSpans = 0;
  otherPeerCalls = 0;
  otherEdgeCalls = 0;
  firstMs = Infinity;
  lastMs = -Infinity;
  readonly observed = new ObservedTime();
  /** Durations of whole requests without an error, which tail sampling cuts off below. */
  readonly rootLatency = new LatencySketch();
  #edges = 0;
  readonly #peersByDescription = new Map<CallDescription, PeerTally>();
  readonly #byProcess = new Map<ProcessIdentity, ComponentTally>();
  readonly #serviceNames = new Set<string>();

  /**
   * @param limits - How much it may hold.
   * @param salt - Which stretches of time are kept whole.
   */
  constructor(limits: TraceLimits, salt: number) {
    this.limits = limits;
    this.log = new RequestLog(limits.loggedRequests, salt);
    this.skew = new ClockSkew(limits.hostPairs);
  }

  /** The component of a process. */
  component(process: ProcessIdentity): ComponentTally {
    const known = this.#byProcess.get(process);
    if (known !== undefined) return known;
    let component = this.components.get(process.component);
    if (component === undefined) {
      const id = this.components.size >= this.limits.components ? otherName : process.component;
      component = this.components.get(id) ?? new ComponentTally(process, id, this.limits);
      this.components.set(id, component);
      this.#serviceNames.add(comparable(process.service));
    }
    if (this.#byProcess.size >= this.limits.components * 10) this.#byProcess.clear();
    this.#byProcess.set(process, component);
    return component;
  }

  /** Whether another component has a name that only differs in case and punctuation: `CartService`, `cart-service`. */
  knowsService(name: string, otherThan: ComponentTally): boolean {
    const key = comparable(name);
    return key !== comparable(otherThan.identity.service) && this.#serviceNames.has(key);
  }

  /** What a call went to that sent no span. */
  peer(described: CallDescription, caller: ComponentTally): PeerTally {
    const known = this.#peersByDescription.get(described);
    if (known !== undefined) return known;
    const isNamed = described.peers.length > 0;
    if (!isNamed) this.unnamedCalls += 1;
    const key = JSON.stringify([described.peers, described.protocol, described.template, isNamed ? '' : caller.id]);
    let peer = this.peers.get(key);
    if (peer === undefined) {
      const isFull = this.peers.size >= this.limits.peers;
      if (isFull) this.otherPeerCalls += 1;
      peer = isFull ? this.peers.get(otherName) : undefined;
      peer ??= new PeerTally(isFull ? otherName : key, isFull ? beyondLimit : named(described, caller));
      this.peers.set(peer.key, peer);
    }
    if (isNamed && peer.key !== otherName) {
      if (this.#peersByDescription.size > this.limits.peers) this.#peersByDescription.clear();
      this.#peersByDescription.set(described, peer);
    }
    return peer;
  }

  /** The edge between two; past the limit of the caller's edges that to all others. */
  edge(caller: Caller, callee: Callee, protocol: Protocol): EdgeTally {
    const known = caller.edges.get(callee);
    if (known !== undefined) return known;
    if (caller.edges.size >= this.limits.edgesOfOperation) {
      this.otherEdgeCalls += 1;
      const other = this.peers.get(otherName) ?? new PeerTally(otherName, beyondLimit);
      this.peers.set(otherName, other);
      const edge = caller.edges.get(other);
      if (edge !== undefined) return edge;
      return this.#make(caller, other, 'unknown');
    }
    return this.#make(caller, callee, protocol);
  }

  #make(caller: Caller, callee: Callee, protocol: Protocol): EdgeTally {
    this.#edges += 1;
    const edge = new EdgeTally(this.#edges, caller, callee, protocol);
    caller.edges.set(callee, edge);
    return edge;
  }

  /** Counts a span's sampling. */
  sampled(threshold: string | undefined): void {
    const key = threshold ?? '';
    const isNew = !this.thresholds.has(key) && this.thresholds.size >= mostThresholds;
    const counted = isNew ? otherName : key;
    this.thresholds.set(counted, (this.thresholds.get(counted) ?? 0) + 1);
  }
}

/** A call whose other end has no name is named for its caller: two callers' unknown peers need not be one. */
function named(described: CallDescription, caller: ComponentTally): CallDescription {
  if (described.peers.length > 0) return described;
  const how = described.protocol === 'unknown' ? '' : `${described.protocol} `;
  const value = `unnamed ${how}peer of ${caller.id}`;
  return { ...described, peers: [{ scheme: 'system', value }] };
}

/**
 * A name without case and punctuation, so that `CartService`, `cart-service` and `cartservice` are one.
 *
 * @param name - Of a service, or of a remote procedure's interface with its package.
 */
export function comparable(name: string): string {
  return name
    .replace(/^.*\./, '')
    .replaceAll(/[^A-Za-z0-9]/g, '')
    .toLowerCase();
}
