import { compareText } from '../../kernel/index.ts';
import { EdgeTally } from './edge-tally.ts';
import { findTimeouts } from './find-timeouts.ts';
import type { CallRef } from './plan-data.ts';
import { compareRefs } from './summarise-plans.ts';
import type { RefOf } from './summarise-plans.ts';
import { standing } from './call-ends.ts';
import type { CallerEnd, PeerEnd } from './call-ends.ts';
import type { Caller } from './tallied.ts';
import type { EdgeSeen } from './trace-summary.ts';

/** Edges by what they are called in the summary, each joined from all that have become it. */
export interface JoinedEdges {
  readonly edges: readonly EdgeSeen[];
  readonly refOf: RefOf;
}

function callerRef(caller: CallerEnd, componentOf: ReadonlyMap<PeerEnd, string>): CallRef {
  switch (caller.what) {
    case 'operation':
      return { component: caller.component, operation: standing(caller).template };
    case 'loose':
      return { component: caller.component, operation: undefined };
    case 'peer':
      return { component: componentOf.get(caller) ?? caller.key, operation: undefined };
  }
}

/** The operations of a component that a caller was seen to reach by a call of one name. */
class ReachedOperations {
  readonly #reached = new Map<string, Set<string>>();

  static key(caller: CallRef, component: string, template: string): string {
    return JSON.stringify([caller.component, caller.operation, component, template]);
  }

  add(caller: CallRef, edge: EdgeTally): void {
    if (edge.callee.what !== 'operation') return;
    const { component, template } = standing(edge.callee);
    for (const name of edge.clientTemplates) {
      const key = ReachedOperations.key(caller, component, name);
      const known = this.#reached.get(key) ?? new Set();
      this.#reached.set(key, known.add(template));
    }
  }

  /** The one that it must have been; undefined where it may have been several. */
  only(caller: CallRef, component: string, template: string): string | undefined {
    const reached = this.#reached.get(ReachedOperations.key(caller, component, template));
    return reached?.size === 1 ? [...reached][0] : undefined;
  }
}

function toData(caller: CallRef, callee: CallRef, edge: EdgeTally): EdgeSeen {
  const { clientSpans, serverSpans, answered, abandoned, serverLonger, detached } = edge;
  const calls = edge.calls.toData();
  return {
    caller,
    callee,
    protocol: edge.protocol,
    calls,
    clientSpans,
    serverSpans,
    answered,
    amplificationRatio: clientSpans === 0 || serverSpans === 0 ? undefined : serverSpans / clientSpans,
    clientServerGap: edge.gap.toData(),
    queueDelay: edge.queueDelay.toData(),
    retries: { count: edge.retries, resends: edge.resends, gap: edge.retryGap.toData() },
    timeouts: findTimeouts(calls.latency, edge.errorLatency.toData()),
    abandoned,
    serverLonger,
    detached,
    addressedAs: [...edge.addresses]
      .map(([name, count]) => ({ name, count }))
      .sort((left, right) => compareText(left.name, right.name)),
  };
}

/**
 * The edges as plain data. A call that no server's span answered counts to the operation that calls of its name reach,
 * where there is only one.
 *
 * @param callers - All that call.
 * @param componentOf - What the peers turned out to be.
 * @param isOwn - Whether a component sends spans.
 */
export function summariseEdges(
  callers: readonly Caller[],
  componentOf: ReadonlyMap<PeerEnd, string>,
  isOwn: (component: string) => boolean,
): JoinedEdges {
  const all = callers.flatMap((caller) => [...caller.edges.values()]);
  const reached = new ReachedOperations();
  for (const edge of all) reached.add(callerRef(edge.caller, componentOf), edge);
  const refs = new Map<EdgeTally, CallRef>();
  const joined = new Map<string, { caller: CallRef; callee: CallRef; edge: EdgeTally }>();
  for (const edge of all) {
    const caller = callerRef(edge.caller, componentOf);
    const callee = calleeRef(edge, caller);
    refs.set(edge, callee);
    const key = JSON.stringify([caller.component, caller.operation, callee.component, callee.operation]);
    const into = joined.get(key);
    if (into !== undefined) into.edge.merge(edge);
    else {
      const copy = new EdgeTally(0, edge.caller, edge.callee, edge.protocol);
      copy.merge(edge);
      joined.set(key, { caller, callee, edge: copy });
    }
  }
  return {
    edges: [...joined.values()]
      .sort(
        (left, right) =>
          compareRefs(left.caller, right.caller) ||
          compareRefs(left.callee, right.callee) ||
          compareText(left.edge.protocol, right.edge.protocol),
      )
      .map(({ caller, callee, edge }) => toData(caller, callee, edge)),
    refOf: (edge) => refs.get(edge) ?? { component: '', operation: undefined },
  };

  function calleeRef({ callee }: EdgeTally, caller: CallRef): CallRef {
    if (callee.what === 'operation') return { component: callee.component, operation: standing(callee).template };
    const component = componentOf.get(callee) ?? callee.key;
    const operation = isOwn(component) ? reached.only(caller, component, callee.template) : callee.template;
    return { component, operation };
  }
}
