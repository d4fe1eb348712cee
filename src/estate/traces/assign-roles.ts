import type { TraceNode } from './trace-node.ts';
import type { WindowTally } from './window-tally.ts';

/** Scratch of one trace at a time: spans with parents before children. */
const downward: TraceNode[] = [];

/** A span of unknown kind is a call where a child is served elsewhere, or where it is the last and is named like one. */
function callsByLooks(node: TraceNode, window: WindowTally): boolean {
  for (let child = node.firstChild; child !== undefined; child = child.nextSibling) {
    if (child.component !== node.component) return true;
  }
  const { described, component } = node;
  if (node.firstChild !== undefined || described?.looksLikeCall !== true || component === undefined) return false;
  if (described.protocol === 'database') return true;
  const service = described.peers.find(({ scheme }) => scheme === 'rpc-service');
  return service !== undefined && window.knowsService(service.value, component);
}

function firstRole(node: TraceNode, window: WindowTally): TraceNode['role'] {
  const { parent } = node;
  const isAtBorder = parent === undefined || parent.component !== node.component;
  switch (node.kind) {
    case 'client':
    case 'producer':
      return 'exit';
    case 'consumer':
      return 'entry';
    case 'server':
      // Frameworks below frameworks each report the same request: the outer one counts.
      return isAtBorder || parent.kind === 'client' || parent.kind === 'producer' ? 'entry' : 'inner';
    case 'internal':
      // What has lost its parent belonged to some request of its own component.
      return isAtBorder && !node.isOrphan ? 'entry' : 'inner';
    case 'unspecified':
      if (isAtBorder) return 'entry';
      return callsByLooks(node, window) ? 'exit' : 'inner';
  }
}

/**
 * A client's span around another client's span is one call told twice. What names a database or queue says more than the
 * HTTP below it; otherwise the inner one is the call, as what is between them is the caller's own work.
 */
function settleExit(node: TraceNode, window: WindowTally): void {
  const { described } = node;
  if (described === undefined) return;
  const saysMore = described.protocol === 'database' || described.protocol === 'messaging';
  let isWrapper = false;
  for (let child = node.firstChild; child !== undefined; child = child.nextSibling) {
    if (child.role !== 'exit' || child.component !== node.component) continue;
    if (saysMore && child.described?.system === undefined) child.role = 'inner';
    else isWrapper = true;
  }
  if (isWrapper) node.role = 'inner';
  else if (!described.isRequest && node.firstChild === undefined) {
    node.role = 'inner';
    window.connectionWaits += 1;
  }
}

/**
 * Decides for each span of a linked trace whether it is a request, a call or work in between, and which request of its
 * own component it is part of.
 *
 * @param nodes - The spans, linked.
 * @param window - Knows the services, and counts what is no call.
 * @returns The spans with parents before children; the same array for all traces.
 */
export function assignRoles(nodes: readonly TraceNode[], window: WindowTally): readonly TraceNode[] {
  downward.length = 0;
  for (const node of nodes) if (node.parent === undefined) downward.push(node);
  for (let at = 0; at < downward.length; at += 1) {
    const node = downward[at] as TraceNode;
    for (let child = node.firstChild; child !== undefined; child = child.nextSibling) downward.push(child);
  }
  for (const node of downward) node.role = firstRole(node, window);
  for (let at = downward.length - 1; at >= 0; at -= 1) {
    const node = downward[at] as TraceNode;
    if (node.role === 'exit') settleExit(node, window);
  }
  for (const node of downward) {
    const { parent } = node;
    if (node.role === 'entry') node.owner = node;
    else if (parent?.component === node.component) node.owner = parent?.owner;
    // The call that whatever is below belongs to.
    if (node.role === 'exit') node.via = node;
    else if (node.role === 'inner' && parent?.component === node.component) node.via = parent?.via;
  }
  return downward;
}
