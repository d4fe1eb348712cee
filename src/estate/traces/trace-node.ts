import type { SpanKind } from '../../../connectors/spans/index.ts';
import type { CallDescription } from './call-description.ts';
import type { ComponentTally } from './component-tally.ts';
import type { EdgeTally } from './edge-tally.ts';
import type { ProcessIdentity } from './process-identity.ts';
import type { OperationTally } from './tallied.ts';

/** What a span is in its trace: a request that a component serves, a call that it makes, or work in between. */
export type SpanRole = 'entry' | 'exit' | 'inner';

/**
 * A span while its trace is put together: what is kept of it, and where it stands in the tree. These objects are used
 * again for other spans; one that lives for every span would keep the garbage collector busy.
 */
export class TraceNode {
  keyHigh = 0;
  keyLow = 0;
  parentHigh = 0;
  parentLow = 0;
  hasParent = false;
  isShared = false;
  isError = false;
  hasLinks = false;
  isSamplingKnown = false;
  /** Whether its clock gave it less than no time, or more than can be. */
  isNegative = false;
  isOverlong = false;
  kind: SpanKind = 'unspecified';
  startMs = 0.5;
  endMs = 0.5;
  durationMs = 0.5;
  weight = 1.5;
  resends = 0;
  described: CallDescription | undefined;
  process: ProcessIdentity | undefined;
  component: ComponentTally | undefined;
  /** The span of the same trace that came before. */
  nextOfTrace: TraceNode | undefined;
  parent: TraceNode | undefined;
  /** The server's half of a shared span, below the client's. */
  serverHalf: TraceNode | undefined;
  firstChild: TraceNode | undefined;
  nextSibling: TraceNode | undefined;
  isOrphan = false;
  role: SpanRole = 'inner';
  /** The request that this span is part of, in the same component; itself where it is one. */
  owner: TraceNode | undefined;
  /** The call that this span is, or is below of, in the same component. */
  via: TraceNode | undefined;
  /** The first request that this call was answered by, and how many there were. */
  answer: TraceNode | undefined;
  answers = 0;
  edge: EdgeTally | undefined;
  firstCall: TraceNode | undefined;
  nextCall: TraceNode | undefined;
  operation: OperationTally | undefined;
  /** Working marks of the walk that looks for cycles. */
  mark = 0;

  /** Lets go of all that it refers to, for its next use. */
  reset(): void {
    this.described = undefined;
    this.process = undefined;
    this.component = undefined;
    this.nextOfTrace = undefined;
    this.detach();
  }

  /** Takes it out of any tree. */
  detach(): void {
    this.parent = undefined;
    this.serverHalf = undefined;
    this.firstChild = undefined;
    this.nextSibling = undefined;
    this.owner = undefined;
    this.via = undefined;
    this.answer = undefined;
    this.answers = 0;
    this.edge = undefined;
    this.firstCall = undefined;
    this.nextCall = undefined;
    this.operation = undefined;
    this.isOrphan = false;
    this.role = 'inner';
    this.mark = 0;
  }
}

/** Whether two nodes have the same id. */
export function sameKey(left: TraceNode, right: TraceNode): boolean {
  return left.keyHigh === right.keyHigh && left.keyLow === right.keyLow;
}
