import type { CallDescription, Protocol } from './call-description.ts';
import type { LooseEnd, OperationEnd, PeerEnd } from './call-ends.ts';
import type { EdgeTally } from './edge-tally.ts';
import { LatencySketch } from './latency-sketch.ts';
import type { NameEvidence } from './name-evidence.ts';
import { PlanTree } from './plan-tree.ts';
import { RequestTally } from './request-tally.ts';
import { TimeBuckets } from './time-buckets.ts';

/** What a component does when asked. */
export class OperationTally implements OperationEnd {
  readonly what = 'operation';
  /** Identity of its component. */
  readonly component: string;
  readonly template: string;
  readonly kind: CallDescription['kind'];
  readonly protocol: Protocol;
  readonly requests = new RequestTally();
  readonly selfTime = new LatencySketch();
  readonly timeline = new TimeBuckets();
  readonly plans: PlanTree;
  readonly edges = new Map<Callee, EdgeTally>();
  /** Requests that came from nowhere that was traced. */
  rootCount = 0;
  /** The operation that this one became part of, once a segment of its path turned out to be a parameter. */
  mergedInto: OperationTally | undefined;

  constructor(
    component: string,
    template: string,
    described: Pick<CallDescription, 'kind' | 'protocol'>,
    mostPlans: number,
  ) {
    this.component = component;
    this.template = template;
    this.kind = described.kind;
    this.protocol = described.protocol;
    this.plans = new PlanTree(mostPlans);
  }
}

/** Calls of a component that belong to none of its operations: of a load generator, of what lost its parent. */
export class LooseCalls implements LooseEnd {
  readonly what = 'loose';
  readonly component: string;
  readonly edges = new Map<Callee, EdgeTally>();

  constructor(component: string) {
    this.component = component;
  }
}

/** Something that is called and sends no span for it. */
export class PeerTally implements PeerEnd {
  readonly what = 'peer';
  readonly key: string;
  readonly evidence: readonly NameEvidence[];
  readonly protocol: Protocol;
  readonly system: string | undefined;
  /** The operation as the callers name it: one tally for each of a peer's operations. */
  readonly template: string;
  /** What a queue hands on to its consumers. */
  readonly edges = new Map<Callee, EdgeTally>();

  constructor(key: string, { peers, protocol, system, template }: CallDescription) {
    this.key = key;
    this.evidence = peers;
    this.protocol = protocol;
    this.system = system;
    this.template = template;
  }
}

/** Who calls: an operation, or a component outside of any; a queue hands on what it was given. */
export type Caller = OperationTally | LooseCalls | PeerTally;

/** Who is called. */
export type Callee = OperationTally | PeerTally;
