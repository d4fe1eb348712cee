import type { Protocol } from './call-description.ts';
import type { CalleeEnd, CallerEnd } from './call-ends.ts';
import { LatencySketch } from './latency-sketch.ts';
import { RequestTally } from './request-tally.ts';

/** More names of clients than these are not told apart on one edge. */
const mostClientTemplates = 8;

/** The same for the names by which clients address it. */
const mostAddresses = 32;

/** The calls from one operation to one other. */
export class EdgeTally {
  /** Its number among all edges of the window, in the order met. */
  readonly index: number;
  readonly caller: CallerEnd;
  readonly callee: CalleeEnd;
  readonly protocol: Protocol;
  /** By the clients' clocks; where the caller sent no span of its own for the call, by the servers'. */
  readonly calls = new RequestTally();
  /** Client's duration less the server's: network, accept queue, wait for a connection. */
  readonly gap = new LatencySketch();
  readonly errorLatency = new LatencySketch();
  readonly retryGap = new LatencySketch();
  /** Time from a message's sending to its receipt, by two clocks. */
  readonly queueDelay = new LatencySketch();
  /** Client spans, and how many of them have a server's span below. */
  clientSpans = 0;
  answered = 0;
  serverSpans = 0;
  /** Calls that followed a failed one to the same callee, within one request. */
  retries = 0;
  /** Times that clients say they sent a request again. */
  resends = 0;
  /** Failed calls whose server was still at work when the client gave up. */
  abandoned = 0;
  /** Server's spans that were longer than their client's, without the client having failed. */
  serverLonger = 0;
  detached = 0;
  readonly clientTemplates = new Set<string>();
  /** Answered calls by the name that the client addressed: a proxy in between sends no spans, but it is named here. */
  readonly addresses = new Map<string, number>();

  constructor(index: number, caller: CallerEnd, callee: CalleeEnd, protocol: Protocol) {
    this.index = index;
    this.caller = caller;
    this.callee = callee;
    this.protocol = protocol;
  }

  /** Remembers what the client's half was called. */
  clientNamed(template: string): void {
    if (this.clientTemplates.size < mostClientTemplates) this.clientTemplates.add(template);
  }

  /** Counts calls by the name that the client addressed. */
  addressedAs(name: string, count: number): void {
    const known = this.addresses.get(name);
    if (known !== undefined || this.addresses.size < mostAddresses) this.addresses.set(name, (known ?? 0) + count);
  }

  /** Takes in all that another edge has counted. */
  merge(other: EdgeTally): void {
    this.calls.merge(other.calls);
    this.gap.merge(other.gap);
    this.errorLatency.merge(other.errorLatency);
    this.retryGap.merge(other.retryGap);
    this.queueDelay.merge(other.queueDelay);
    this.clientSpans += other.clientSpans;
    this.answered += other.answered;
    this.serverSpans += other.serverSpans;
    this.retries += other.retries;
    this.resends += other.resends;
    this.abandoned += other.abandoned;
    this.serverLonger += other.serverLonger;
    this.detached += other.detached;
    for (const template of other.clientTemplates) this.clientNamed(template);
    for (const [name, count] of other.addresses) this.addressedAs(name, count);
  }
}
