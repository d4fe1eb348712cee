import type { Retries } from '../client.ts';
import { splitOperationPath } from '../name.ts';
import type { Remarks } from '../reading/model-remarks.ts';
import { callsOf } from './call-graph.ts';
import type { CallGraph } from './call-graph.ts';
import { circlesOf, growthOf } from './circles.ts';
import type { Body, ModelView } from './model-view.ts';

/** A second of a processor for one request: beyond it, nothing that is asked meanwhile is heard, an interruption neither. */
const mostSteps = 1_000_000;

/** Calls within calls that may come back to where they were, less often each time, are followed so deep. */
const deepest = 100;

const tooMuch = (count: number): string =>
  `${count.toExponential(1)} steps, those of its calls and of their retries among them`;

const accepted = `at most ${mostSteps.toLocaleString('en')}: fewer "times" or "attempts", a "backoff" between these, or one step that stands for many`;

/** How often a call is tried at one moment where all of it fails; what a budget has saved up comes once and is left out. */
function attemptsAtOnce(retries: Retries | undefined): number {
  if (retries === undefined || retries.backoff > 0) return 1;
  return Math.min(retries.attempts, 1 + (retries.budget ?? Infinity));
}

/** With every call as often as it may be tried. */
function withAttempts(calls: CallGraph, attempts: (from: string, to: string) => number): CallGraph {
  return new Map(
    [...calls].map(([from, caused]) => [
      from,
      caused.map((call) => ({ ...call, times: call.times * attempts(from, call.to) })),
    ]),
  );
}

/**
 * Steps of one request of each operation, by `component/operation`, those of its calls among them; as far as they are known
 * where one has too many.
 */
function stepsOf(own: ReadonlyMap<string, number>, calls: CallGraph): ReadonlyMap<string, number> {
  let steps = own;
  for (let depth = 0; depth < Math.min(deepest, own.size + 1); depth += 1) {
    const before = steps;
    steps = new Map(
      [...own].map(([name, count]) => {
        const caused = (calls.get(name) ?? []).reduce((sum, { to, times }) => sum + times * (before.get(to) ?? 0), 0);
        return [name, count + caused];
      }),
    );
    const isTooMany = [...steps].some(([name, count]) => count > mostSteps && (before.get(name) ?? 0) <= count);
    if (isTooMany || [...steps].every(([name, count]) => count === before.get(name))) break;
  }
  return steps;
}

/**
 * Refuses requests that cause more steps than can be gone through at one moment, in loops within calls of loops, or in
 * retries within retries that do not wait.
 *
 * @param view - The model.
 * @param remarks - Told of the operation or the source at which it becomes too many.
 */
export function checkSteps(view: ModelView, remarks: Remarks): void {
  const { components, arrivals } = view.model;
  const calls = callsOf(view, 'calls');
  // A circle that never ends is refused as one.
  if (circlesOf(calls).some((circle) => growthOf(circle, calls) >= 1)) return;
  const attempts = (from: string, to: string): number =>
    attemptsAtOnce(components[from]?.clients[splitOperationPath(to).component]?.retries);
  const ownSteps = ({ component, visits }: Body): number =>
    visits.reduce((sum, { step, times }) => sum + times * ('call' in step ? attempts(component, step.call) : 1), 0);
  const own = new Map([...view.operations].map(([name, body]) => [name, ownSteps(body)]));
  const steps = stepsOf(
    own,
    withAttempts(calls, (from, to) => attempts(splitOperationPath(from).component, to)),
  );
  const [name, most] = [...steps].find(([, count]) => count > mostSteps) ?? [];
  if (name !== undefined && most !== undefined) {
    remarks.refuse(
      view.operations.get(name)?.path ?? [],
      `a request of ${name} that goes through ${tooMuch(most)}`,
      accepted,
    );
    return;
  }
  for (const [at, { operation, retries }] of arrivals.entries()) {
    const count = attemptsAtOnce(retries) * (steps.get(operation) ?? 0);
    if (count > mostSteps)
      remarks.refuse(
        ['arrivals', at, 'retries', 'attempts'],
        `requests each of which goes through ${tooMuch(count)}`,
        accepted,
      );
  }
}
