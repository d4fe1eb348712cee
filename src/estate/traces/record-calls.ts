import { standing } from './call-ends.ts';
import type { Caller, PeerTally } from './tallied.ts';
import type { TraceNode } from './trace-node.ts';
import type { WindowTally } from './window-tally.ts';

function callerOf(node: TraceNode | undefined): Caller | undefined {
  return node?.owner?.operation ?? node?.component?.loose;
}

/**
 * The queue that a message went through, where sender or receiver names it: by its own name if either knows that, as the
 * other may know no more than the broker's.
 */
function queueOf(
  sent: TraceNode | undefined,
  received: TraceNode | undefined,
  window: WindowTally,
): PeerTally | undefined {
  const naming = [sent, received].filter(
    (end) => end?.described?.protocol === 'messaging' && end.described.peers.length > 0,
  );
  const best = naming.find((end) => end?.described?.peers.some(({ scheme }) => scheme === 'destination')) ?? naming[0];
  if (best?.described === undefined || best.component === undefined) return undefined;
  return window.peer(best.described, best.component);
}

/** Puts a call at the front of its request's list; called from the last to the first, the list is in order of time. */
function listCall(call: TraceNode, owner: TraceNode | undefined): void {
  if (owner === undefined) return;
  call.nextCall = owner.firstCall;
  owner.firstCall = call;
}

function recordAnswer(call: TraceNode, answer: TraceNode, window: WindowTally): void {
  const { edge } = call;
  if (edge === undefined) return;
  edge.answered += 1;
  edge.serverSpans += call.answers;
  const isAbandoned = answer.durationMs > call.durationMs;
  if (!isAbandoned) {
    edge.gap.add(call.durationMs - answer.durationMs, call.weight);
    const [client, server] = [call.process, answer.process];
    if (call.isError || client === undefined || server === undefined || client.host === server.host) return;
    window.skew.add(client.host, server.host, call.startMs, answer.endMs - call.endMs, answer.startMs - call.startMs);
  } else if (call.isError) edge.abandoned += 1;
  else edge.serverLonger += 1;
}

/** A client's half: what it called is what answered, or what the call itself names. */
function recordExit(call: TraceNode, window: WindowTally): void {
  const { described, component, answer } = call;
  const caller = callerOf(call);
  if (described === undefined || component === undefined || caller === undefined) return;
  const queue = described.protocol === 'messaging' ? queueOf(call, answer, window) : undefined;
  const operation = queue === undefined ? answer?.operation : undefined;
  const callee = operation === undefined ? (queue ?? window.peer(described, component)) : standing(operation);
  const protocol =
    operation === undefined || described.protocol !== 'unknown' ? described.protocol : operation.protocol;
  const edge = window.edge(caller, callee, protocol);
  call.edge = edge;
  edge.clientSpans += 1;
  edge.resends += call.resends;
  edge.clientNamed(described.template);
  edge.calls.add(call.startMs, call.durationMs, call.weight, call.isSamplingKnown, call.isError);
  if (call.isError) edge.errorLatency.add(call.durationMs, call.weight);
  if (answer !== undefined && operation !== undefined && described.protocol !== 'messaging') {
    const address = described.peers.find(({ scheme }) => scheme === 'address');
    if (address !== undefined) edge.addressedAs(address.value, 1);
    recordAnswer(call, answer, window);
  }
}

/** A request that came from another component without a client's half. */
function recordDirect(entry: TraceNode, caller: Caller, window: WindowTally): void {
  if (entry.operation === undefined) return;
  const edge = window.edge(caller, standing(entry.operation), entry.operation.protocol);
  entry.edge = edge;
  edge.serverSpans += 1;
  edge.calls.add(entry.startMs, entry.durationMs, entry.weight, entry.isSamplingKnown, entry.isError);
  if (entry.isError) edge.errorLatency.add(entry.durationMs, entry.weight);
}

/** A message that was received: from its queue, where that has a name. */
function recordReceipt(entry: TraceNode, queue: PeerTally, window: WindowTally): void {
  if (entry.operation === undefined) return;
  const edge = window.edge(queue, standing(entry.operation), 'messaging');
  edge.serverSpans += 1;
  edge.detached += 1;
  edge.calls.add(entry.startMs, entry.durationMs, entry.weight, entry.isSamplingKnown, entry.isError);
  const sentMs = entry.parent?.via?.startMs;
  if (sentMs !== undefined) edge.queueDelay.add(entry.startMs - sentMs, entry.weight);
}

/**
 * Counts the calls of a trace on their edges, and lists with each request the calls that it made, in order of time.
 *
 * @param nodes - The spans in order of time, with roles and operations.
 * @param window - Where they are counted.
 */
export function recordCalls(nodes: readonly TraceNode[], window: WindowTally): void {
  for (const node of nodes) {
    const call = node.role === 'entry' ? node.parent?.via : undefined;
    if (call === undefined) continue;
    call.answer ??= node;
    call.answers += 1;
  }
  for (let at = nodes.length - 1; at >= 0; at -= 1) {
    const node = nodes[at] as TraceNode;
    if (node.role === 'exit') {
      recordExit(node, window);
      listCall(node, node.owner);
    } else if (node.role === 'entry') {
      const queue =
        node.kind === 'consumer' || node.described?.protocol === 'messaging'
          ? queueOf(node.parent?.via, node, window)
          : undefined;
      if (queue !== undefined) recordReceipt(node, queue, window);
      else if (node.parent !== undefined && node.parent.via === undefined) {
        const caller = callerOf(node.parent);
        if (caller !== undefined) recordDirect(node, caller, window);
        listCall(node, node.parent.owner);
      }
    }
  }
}
