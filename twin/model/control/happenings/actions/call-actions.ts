import type { ActionOf } from '../../../../../src/kernel/index.ts';
import { causes } from '../../../engine/cause.ts';
import { frameTime } from '../../../engine/frames.ts';
import type { Client } from '../../../format/index.ts';
import { retriesSchema } from '../../../format/client.ts';
import { noComponent } from '../stage.ts';
import type { Done, Perform, Stage } from '../stage.ts';

/**
 * The calls of one component to another, or why there are none.
 *
 * @param to - The called component.
 */
export function edgesOf({ cluster, workloads }: Stage, from: string, to: string): readonly number[] | string {
  const [caller, called] = [workloads.get(from), workloads.get(to)];
  if (caller === undefined) return noComponent(from);
  if (called === undefined) return noComponent(to);
  const edges = cluster.engine.clients.edgesBetween(caller.component, called.component);
  return edges.length === 0 ? `${from} does not call ${to}` : edges;
}

/** The number of an operation of a component; undefined where all are meant, -1 where there is none of that name. */
export function operationOf(
  { cluster, workloads }: Stage,
  component: string,
  operation: string | undefined,
): number | undefined {
  if (operation === undefined) return undefined;
  const workload = workloads.get(component);
  return cluster.engine.program.components[workload?.component ?? -1]?.operations.get(operation) ?? -1;
}

/** Sets the pools of calls; a component that calls without one gets none. */
export function setPool(
  { cluster }: Stage,
  edges: readonly number[],
  size: number,
  acquireTimeout: number | undefined,
  done: Done,
): void {
  const { clients } = cluster.engine;
  for (const edge of edges) {
    const client = clients.clientOf(edge);
    if (client.pool === undefined) {
      done('the model gives these calls no pool of connections that could be set');
      return;
    }
    const timeout = acquireTimeout ?? client.pool.acquireTimeout;
    clients.change(edge, {
      ...client,
      pool: { ...client.pool, size, ...(timeout === undefined ? {} : { acquireTimeout: timeout }) },
    });
  }
  done();
}

/** What can be set of how calls are made. */
interface CallPolicy {
  readonly timeoutMs?: number | undefined;
  readonly attempts?: number | undefined;
  readonly backoffMs?: number | undefined;
  readonly mostBackoffMs?: number | undefined;
  readonly jitterRatio?: number | undefined;
  readonly retryBudgetRatio?: number | undefined;
}

/** The times of a file are texts with a unit; here they are numbers already. */
const noRetries: NonNullable<Client['retries']> = retriesSchema.parse({ attempts: 1 });

/** Sets timeout and retries of calls; what is left out stays. */
export function setCallPolicy(
  { cluster }: Stage,
  edges: readonly number[],
  operation: number | undefined,
  policy: CallPolicy,
  done: Done,
): void {
  const { clients } = cluster.engine;
  for (const edge of edges) {
    if (policy.timeoutMs !== undefined) clients.setTimeout(edge, operation, policy.timeoutMs);
    if (policy.attempts === undefined) continue;
    const before = clients.retriesOf(edge, operation) ?? noRetries;
    clients.setRetries(edge, operation, {
      ...before,
      attempts: policy.attempts,
      backoff: policy.backoffMs ?? before.backoff,
      most: policy.mostBackoffMs ?? before.most,
      jitter: policy.jitterRatio ?? before.jitter,
      budget: policy.retryBudgetRatio ?? before.budget,
    });
  }
  done();
}

/** Does something to the calls between two components, or says why there are none. */
const onEdges =
  <Given extends { readonly component: string; readonly to: string }>(
    act: (stage: Stage, edges: readonly number[], action: Given, done: Done) => void,
  ) =>
  (stage: Stage, action: Given, done: Done): void => {
    const edges = edgesOf(stage, action.component, action.to);
    if (typeof edges === 'string') done(edges);
    else act(stage, edges, action, done);
  };

const killConnections: Perform<'kill-connections'> = (stage, { component, from, idleForMs = 0 }, done) => {
  const { engine, log } = stage.cluster;
  const called = stage.workloads.get(component);
  const caller = from === undefined ? undefined : stage.workloads.get(from);
  if (called === undefined || (from !== undefined && caller === undefined)) {
    done(noComponent(called === undefined ? component : (from ?? '')));
    return;
  }
  let count = 0;
  for (const edge of engine.clients.edgesBetween(caller?.component, called.component)) {
    count += engine.clients.breakOff(edge, causes.connectionReset, (frame) => {
      // A connection that a request is on has been idle for as long as that request has done nothing but wait.
      const sinceMs = engine.frames.times[(frame >> 2) + frameTime.arrived] as number;
      return engine.nowMs - sinceMs >= idleForMs;
    });
  }
  log.tell(`${count} calls are broken off`, component);
  done();
};

/** How one component calls another. */
export const callActions = {
  'set-pool': onEdges<ActionOf<'set-pool'>>((stage, edges, { size, acquireTimeoutMs }, done) =>
    setPool(stage, edges, size, acquireTimeoutMs, done),
  ),
  'set-timeout': onEdges<ActionOf<'set-timeout'>>((stage, edges, { to, operation, timeoutMs }, done) =>
    setCallPolicy(stage, edges, operationOf(stage, to, operation), { timeoutMs }, done),
  ),
  'set-retries': onEdges<ActionOf<'set-retries'>>((stage, edges, action, done) => {
    const { attempts, backoffMs, jitterRatio, budgetRatio } = action;
    const policy = { attempts, backoffMs, jitterRatio, retryBudgetRatio: budgetRatio };
    setCallPolicy(stage, edges, operationOf(stage, action.to, action.operation), policy, done);
  }),
  'open-breaker': onEdges<ActionOf<'open-breaker'>>(({ cluster }, edges, _action, done) => {
    for (const edge of edges) cluster.engine.clients.hold(edge, true);
    done();
  }),
  'close-breaker': onEdges<ActionOf<'close-breaker'>>(({ cluster }, edges, _action, done) => {
    for (const edge of edges) cluster.engine.clients.hold(edge, undefined);
    done();
  }),
  'kill-connections': killConnections,
} satisfies {
  readonly [
    Kind in 'set-pool' | 'set-timeout' | 'set-retries' | 'open-breaker' | 'close-breaker' | 'kill-connections'
  ]: Perform<Kind>;
};
