import type { ModelPath, Remarks } from '../reading/model-remarks.ts';
import { callsOf } from './call-graph.ts';
import type { CallGraph } from './call-graph.ts';
import { circlesOf, growthOf } from './circles.ts';
import type { ModelView } from './model-view.ts';

/** Where the first call of a circle stands that stays in it. */
function placeOf(circle: readonly string[], graph: CallGraph): ModelPath {
  const within = new Set(circle);
  for (const operation of circle) {
    for (const { to, path } of graph.get(operation) ?? []) if (within.has(to)) return path;
  }
  return [];
}

const mostNamed = 6;

const named = (circle: readonly string[]): string =>
  circle.length <= mostNamed
    ? [...circle, circle[0]].join(' > ')
    : `${circle.slice(0, mostNamed).join(' > ')} > … (${circle.length} operations)`;

/**
 * Refuses circles of calls that do not end: where each request comes back as one or more. Circles of messages are only
 * warned of: they take time, and some systems keep themselves busy so.
 *
 * @param view - The model.
 * @param remarks - Told of each.
 */
export function checkCircles(view: ModelView, remarks: Remarks): void {
  const calls = callsOf(view, 'calls');
  let hasEndless = false;
  for (const circle of circlesOf(calls)) {
    const growth = growthOf(circle, calls);
    if (growth < 1) continue;
    hasEndless = true;
    remarks.refuse(
      placeOf(circle, calls),
      `a circle of calls that does not end: ${named(circle)}, where each request comes back ${growth.toFixed(2)} times`,
      'a circle in which a request comes back less than once on average, such as behind a "choose" or a "cache"',
    );
  }
  if (hasEndless) return;
  const messages = callsOf(view, 'calls and messages');
  for (const circle of circlesOf(messages)) {
    const growth = growthOf(circle, messages);
    if (growth < 1) continue;
    remarks.warn(
      placeOf(circle, messages),
      `a circle through queues: ${named(circle)}, where each message comes back ${growth.toFixed(2)} times`,
      'let fewer come back, or mind that the load never ends',
    );
  }
}
