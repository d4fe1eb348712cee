import { assignRoles } from './assign-roles.ts';
import { linkTrace } from './link-trace.ts';
import { recordCalls } from './record-calls.ts';
import { recordPlan } from './record-plan.ts';
import type { TraceNode } from './trace-node.ts';
import type { WindowTally } from './window-tally.ts';

function recordSpan(node: TraceNode, window: WindowTally): void {
  const { component, process } = node;
  if (component === undefined || process === undefined) return;
  component.seen(process, node.startMs);
  if (node.isOrphan && node.parent === undefined) component.orphans += 1;
  if (node.isNegative) component.negativeDurations += 1;
  if (node.isOverlong) component.overlongDurations += 1;
  if (node.hasLinks) window.linkedSpans += 1;
  if (Number.isInteger(node.startMs)) {
    component.wholeMsStarts += 1;
    if (Number.isInteger(node.durationMs)) component.wholeMsSpans += 1;
  }
  if (node.startMs < window.firstMs) window.firstMs = node.startMs;
  if (node.endMs > window.lastMs) window.lastMs = node.endMs;
}

function recordRequest(node: TraceNode): void {
  const { component, described } = node;
  if (component === undefined || described === undefined) return;
  const operation = component.operation(described);
  node.operation = operation;
  operation.requests.add(node.startMs, node.durationMs, node.weight, node.isSamplingKnown, node.isError);
  operation.timeline.add(node.startMs, node.endMs, node.weight);
  if (node.parent === undefined && !node.isOrphan) operation.rootCount += 1;
}

/**
 * Counts one whole trace into a window.
 *
 * @param nodes - Its spans, in any order; the array is used up.
 * @param window - Where it is counted.
 * @param salt - Of the trace and the seed: which requests are sampled.
 */
export function recordTrace(nodes: TraceNode[], window: WindowTally, salt: number): void {
  for (const node of nodes) if (node.process !== undefined) node.component = window.component(node.process);
  const linked = linkTrace(nodes, window);
  assignRoles(linked, window);
  let hasError = false;
  let firstMs = Infinity;
  let lastMs = -Infinity;
  for (const node of linked) {
    hasError ||= node.isError;
    firstMs = Math.min(firstMs, node.startMs);
    lastMs = Math.max(lastMs, node.endMs);
    recordSpan(node, window);
    if (node.role === 'entry') recordRequest(node);
  }
  if (firstMs <= lastMs) window.observed.add(firstMs, lastMs);
  recordCalls(linked, window);
  for (const node of linked) {
    if (node.role === 'entry') recordPlan(node, window, salt);
    if (!hasError && node.parent === undefined && !node.isOrphan) window.rootLatency.add(node.durationMs, 1);
  }
  window.traces += 1;
  if (hasError) window.tracesWithError += 1;
}
