import type { Span } from '../../../connectors/spans/index.ts';

/** A span on the critical path, with the time that it alone accounts for. */
export interface CriticalSpan {
  readonly span: Span;
  /** Its duration, cut to its parent's, less that of the children on the path. */
  readonly exclusiveMs: number;
}

/** Two spans may overlap by less than this share of their parent and still count as one after the other (CRISP). */
const overlapAllowanceRatio = 0.01;

interface Node {
  readonly span: Span;
  startMs: number;
  endMs: number;
  readonly children: Node[];
}

/** A tree of the spans below the first root; what is in a circle of parents is below no root, and left out. */
function tree(spans: readonly Span[]): Node | undefined {
  const nodes = new Map<string, Node>();
  for (const span of spans) {
    if (nodes.has(span.spanId)) continue;
    nodes.set(span.spanId, { span, startMs: span.startMs, endMs: span.startMs + span.durationMs, children: [] });
  }
  const roots: Node[] = [];
  for (const node of nodes.values()) {
    const parent = node.span.parentSpanId === undefined ? undefined : nodes.get(node.span.parentSpanId);
    if (parent === undefined) roots.push(node);
    else parent.children.push(node);
  }
  return roots.reduce<Node | undefined>(
    (first, root) => (first === undefined || root.startMs < first.startMs ? root : first),
    undefined,
  );
}

/** Cuts children to their parent's time, and drops those wholly outside of it with all below. */
function cut(root: Node): void {
  const open = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const { startMs, endMs } = node;
    const inside = node.children.filter(
      (child) => (child.startMs >= startMs && child.endMs <= endMs) || (child.startMs < endMs && child.endMs > startMs),
    );
    node.children.length = 0;
    for (const child of inside) {
      child.startMs = Math.max(child.startMs, startMs);
      child.endMs = Math.min(child.endMs, endMs);
      node.children.push(child);
      open.push(child);
    }
  }
}

function eventsWithin(children: readonly Node[], fromMs: number, toMs: number): number {
  const isWithin = (ms: number): boolean => ms >= fromMs && ms <= toMs;
  return children.reduce(
    (events, { startMs, endMs }) => events + Number(isWithin(startMs)) + Number(isWithin(endMs)),
    0,
  );
}

/** Whether one child was over before another began; clocks may put it a little late where no third is near. */
function happensBefore(parent: Node, before: Node, later: Node): boolean {
  if (before.endMs < later.startMs) return true;
  if (!(before.endMs < later.endMs && before.startMs < later.startMs)) return false;
  const overlapRatio = (before.endMs - later.startMs) / (parent.endMs - parent.startMs);
  return overlapRatio < overlapAllowanceRatio && eventsWithin(parent.children, later.startMs, before.endMs) === 2;
}

/** The children that their parent waited for: the one that ends last, then whichever was over before it, and so on. */
function waitedFor(parent: Node): readonly Node[] {
  const latestFirst = [...parent.children].sort((left, right) => left.endMs - right.endMs).reverse();
  const waited: Node[] = [];
  for (const child of latestFirst) {
    const later = waited.at(-1);
    if (later === undefined || happensBefore(parent, child, later)) waited.push(child);
  }
  return waited;
}

/**
 * The critical path of a trace: the spans that its duration is made of, as CRISP defines it (Zhang, Ramanathan and others,
 * "CRISP: Critical Path Analysis of Large-Scale Microservice Architectures", USENIX ATC 2022).
 *
 * @param trace - The spans of one trace. Times are compared exactly, so clocks that differ leave their mark.
 * @returns The path from the first root down, each parent before its children, later children first.
 */
export function criticalPath(trace: readonly Span[]): readonly CriticalSpan[] {
  const root = tree(trace);
  if (root === undefined) return [];
  cut(root);
  const path: CriticalSpan[] = [];
  const open = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const waited = waitedFor(node);
    const waitedMs = waited.reduce((total, { startMs, endMs }) => total + endMs - startMs, 0);
    path.push({ span: node.span, exclusiveMs: node.endMs - node.startMs - waitedMs });
    open.push(...waited.toReversed());
  }
  return path;
}
