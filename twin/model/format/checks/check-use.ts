import { splitOperationPath } from '../name.ts';
import type { Remarks } from '../reading/model-remarks.ts';
import type { ModelView } from './model-view.ts';

/** Operations that something leads to: arrivals, probes, starts, consumers, and what these call. */
function reachedOf({ model, operations, bodies }: ModelView): ReadonlySet<string> {
  const reached = new Set<string>();
  const waiting = model.arrivals.map(({ operation }) => operation);
  for (const [name, { probes, consumes }] of Object.entries(model.components)) {
    for (const probe of Object.values(probes)) if (probe?.asks !== undefined) waiting.push(`${name}/${probe.asks}`);
    for (const { operation } of consumes) waiting.push(`${name}/${operation}`);
  }
  const callsIn = (body: ModelView['bodies'][number] | undefined): readonly string[] =>
    (body?.visits ?? []).flatMap(({ step }) => ('call' in step ? [step.call] : []));
  for (const body of bodies) if (body.operation === undefined) waiting.push(...callsIn(body));
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (reached.has(next)) continue;
    reached.add(next);
    for (const called of callsIn(operations.get(next))) if (!reached.has(called)) waiting.push(called);
  }
  return reached;
}

function checkQueues({ model, bodies }: ModelView, remarks: Remarks): void {
  const published = new Set(
    bodies.flatMap(({ visits }) => visits.flatMap(({ step }) => ('publish' in step ? [step.publish] : []))),
  );
  const consumed = new Set(
    Object.values(model.components).flatMap(({ consumes }) => consumes.map(({ queue }) => queue)),
  );
  for (const [name, { holds }] of Object.entries(model.queues)) {
    const path = ['queues', name];
    if (!consumed.has(name)) {
      remarks.warn(
        path,
        'nobody consumes it: it only grows',
        `a component with "consumes": [{"queue": ${JSON.stringify(name)}, "operation": …}]`,
      );
    } else if (!published.has(name) && holds === 0) {
      remarks.warn(path, 'nobody publishes to it', `a step {"publish": ${JSON.stringify(name)}}`);
    }
  }
}

function checkClients({ model, bodies }: ModelView, remarks: Remarks): void {
  const calls = new Map<string, { hasTimeout: boolean }>();
  for (const { component, visits } of bodies) {
    for (const { step } of visits) {
      if (!('call' in step)) continue;
      const edge = `${component}/${splitOperationPath(step.call).component}`;
      const before = calls.get(edge)?.hasTimeout ?? true;
      calls.set(edge, { hasTimeout: before && step.timeout !== undefined });
    }
  }
  for (const [name, { clients }] of Object.entries(model.components)) {
    for (const [called, { retries, timeout }] of Object.entries(clients)) {
      const path = ['components', name, 'clients', called];
      const edge = calls.get(`${name}/${called}`);
      if (edge === undefined) {
        remarks.warn(path, `${name} never calls ${called}`, `a step {"call": "${called}/…"}, or leave it out`);
      } else if (retries !== undefined && retries.attempts > 1 && timeout === undefined && !edge.hasTimeout) {
        const about = `retries without a timeout: a call of ${called} that hangs is never tried again`;
        remarks.warn([...path, 'retries'], about, 'a "timeout" beside them');
      }
    }
  }
  for (const [at, { retries, timeout }] of model.arrivals.entries()) {
    if (retries === undefined || retries.attempts === 1 || timeout !== undefined) continue;
    const about = 'retries without a timeout: a request that hangs is never tried again';
    remarks.warn(['arrivals', at, 'retries'], about, 'a "timeout" beside them');
  }
}

/**
 * Warns of parts that nothing uses, and of retries that nothing sets off.
 *
 * @param view - The model.
 * @param remarks - Told of each.
 */
export function checkUse(view: ModelView, remarks: Remarks): void {
  checkQueues(view, remarks);
  checkClients(view, remarks);
  const reached = reachedOf(view);
  for (const [name, { path }] of view.operations) {
    if (!reached.has(name)) remarks.warn(path, `nothing leads to ${name}`, 'a call or an arrival, or leave it out');
  }
}
