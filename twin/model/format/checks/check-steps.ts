import type { Remarks } from '../reading/model-remarks.ts';
import { callsOf } from './call-graph.ts';
import { circlesOf, growthOf } from './circles.ts';
import type { ModelView } from './model-view.ts';

/** A second of a processor for one request: beyond it, nothing that is asked meanwhile is heard, an interruption neither. */
const mostSteps = 1_000_000;

/** Calls within calls that may come back to where they were, less often each time, are followed so deep. */
const deepest = 100;

/**
 * Refuses requests that cause more steps than can be gone through at one moment, in loops within calls of loops.
 *
 * @param view - The model.
 * @param remarks - Told of the operation at which it becomes too many.
 */
export function checkSteps(view: ModelView, remarks: Remarks): void {
  const calls = callsOf(view, 'calls');
  // A circle that never ends is refused as one.
  if (circlesOf(calls).some((circle) => growthOf(circle, calls) >= 1)) return;
  const own = new Map(
    [...view.operations].map(([name, { visits }]) => [name, visits.reduce((sum, { times }) => sum + times, 0)]),
  );
  let steps = new Map(own);
  for (let depth = 0; depth < Math.min(deepest, own.size + 1); depth += 1) {
    const next = new Map<string, number>();
    for (const [name, count] of own) {
      const caused = (calls.get(name) ?? []).reduce((sum, { to, times }) => sum + times * (steps.get(to) ?? 0), 0);
      next.set(name, count + caused);
    }
    const tooMany = [...next].find(([name, count]) => count > mostSteps && (steps.get(name) ?? 0) <= count);
    if (tooMany !== undefined) {
      const [name, count] = tooMany;
      remarks.refuse(
        view.operations.get(name)?.path ?? [],
        `a request of ${name} that goes through ${count.toExponential(1)} steps, those of its calls among them`,
        `at most ${mostSteps.toLocaleString('en')}: fewer "times", or one step that stands for many`,
      );
      return;
    }
    if ([...next].every(([name, count]) => count === steps.get(name))) return;
    steps = next;
  }
}
