import { NodeIndex } from './node-index.ts';
import { sameKey } from './trace-node.ts';
import type { TraceNode } from './trace-node.ts';

/** What was amiss with the ids of a trace. */
export interface LinkFindings {
  duplicates: number;
  orphans: number;
  cycles: number;
}

const index = new NodeIndex();

function isClientKind({ kind }: TraceNode): boolean {
  return kind === 'client' || kind === 'producer';
}

/** Whether two spans of one id are the two halves of one call (Zipkin), and not the same span twice. */
function areHalves(left: TraceNode, right: TraceNode): boolean {
  return (
    (left.isShared || right.isShared || left.component !== right.component) &&
    isClientKind(left) !== isClientKind(right)
  );
}

/**
 * The order of the spans in a trace: by start, and where that is equal by all that is left, so that it is the same
 * whichever came first.
 */
export function compareNodes(left: TraceNode, right: TraceNode): number {
  return (
    left.startMs - right.startMs ||
    right.endMs - left.endMs ||
    left.keyHigh - right.keyHigh ||
    left.keyLow - right.keyLow ||
    Number(isClientKind(right)) - Number(isClientKind(left)) ||
    Number(left.isError) - Number(right.isError) ||
    compareDescribed(left, right)
  );
}

function compareDescribed(left: TraceNode, right: TraceNode): number {
  const [one, other] = [left.described?.template ?? '', right.described?.template ?? ''];
  if (one !== other) return one < other ? -1 : 1;
  const [this_, that] = [left.process?.instance ?? '', right.process?.instance ?? ''];
  return this_ < that ? -1 : this_ > that ? 1 : 0;
}

/** Most traces arrive nearly sorted and are short: sorting by insertion then costs least. */
function sort(nodes: TraceNode[]): void {
  if (nodes.length > 48) {
    nodes.sort(compareNodes);
    return;
  }
  for (let at = 1; at < nodes.length; at += 1) {
    const node = nodes[at] as TraceNode;
    let to = at;
    while (to > 0 && compareNodes(nodes[to - 1] as TraceNode, node) > 0) {
      nodes[to] = nodes[to - 1] as TraceNode;
      to -= 1;
    }
    nodes[to] = node;
  }
}

/** Cuts every circle of parents where it starts earliest; which spans are in one is the same in any order. */
function cutCycles(nodes: readonly TraceNode[]): number {
  let cycles = 0;
  let walk = 0;
  for (const from of nodes) {
    walk += 1;
    let at: TraceNode | undefined = from;
    while (at !== undefined && at.mark === 0) {
      at.mark = walk;
      at = at.parent;
    }
    if (at === undefined || at.mark !== walk) continue;
    // Nodes are walked in order of time: the first node of a circle that is met from outside of it may not be its first.
    let first = at;
    for (let next = at.parent; next !== undefined && next !== at; next = next.parent) {
      if (compareNodes(next, first) < 0) first = next;
    }
    first.parent = undefined;
    cycles += 1;
  }
  return cycles;
}

function findParent(node: TraceNode): TraceNode | undefined {
  const found = index.find(node.parentHigh, node.parentLow);
  const half = found?.serverHalf;
  // What the server did for a shared span has the shared id as its parent, too; what its client did stays the client's.
  return half !== undefined && half !== node && half.component === node.component ? half : found;
}

/**
 * Sorts the spans of a trace, drops those that came twice, and makes them a tree.
 *
 * @param nodes - The spans of one trace; those dropped are taken out.
 * @param findings - Counts what was amiss.
 * @returns The spans in order of their start; each child list is in that order, too.
 */
export function linkTrace(nodes: TraceNode[], findings: LinkFindings): readonly TraceNode[] {
  sort(nodes);
  index.start(nodes.length);
  let kept = 0;
  for (const node of nodes) {
    const same = index.find(node.keyHigh, node.keyLow);
    if (same === undefined) index.put(node);
    else if (same.serverHalf === undefined && areHalves(same, node)) {
      const [client, server] = isClientKind(same) ? [same, node] : [node, same];
      client.serverHalf = server;
      index.put(client);
    } else {
      findings.duplicates += 1;
      continue;
    }
    nodes[kept] = node;
    kept += 1;
  }
  nodes.length = kept;
  let mayCycle = false;
  for (let at = 0; at < kept; at += 1) {
    const node = nodes[at] as TraceNode;
    if (node.serverHalf !== undefined) {
      node.serverHalf.parent = node;
      node.serverHalf.isOrphan = false;
      mayCycle = true;
    }
    if (!node.hasParent || node.parent !== undefined) continue;
    const parent = findParent(node);
    if (parent === undefined) node.isOrphan = true;
    else {
      node.parent = parent;
      mayCycle ||= compareNodes(parent, node) >= 0 || sameKey(parent, node);
    }
  }
  if (mayCycle) findings.cycles += cutCycles(nodes);
  for (let at = kept - 1; at >= 0; at -= 1) {
    const node = nodes[at] as TraceNode;
    if (node.isOrphan && node.parent === undefined) findings.orphans += 1;
    if (node.parent === undefined) continue;
    node.nextSibling = node.parent.firstChild;
    node.parent.firstChild = node;
  }
  return nodes;
}
