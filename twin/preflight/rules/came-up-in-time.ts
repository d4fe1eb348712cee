import type { AttributeName } from '../../../src/estate/index.ts';
import { canonicalJson } from '../../../src/kernel/index.ts';
import type { EstateView } from '../estate-view.ts';
import type { RuleInput } from '../rule.ts';

/** What else than chance and processors decides how long a start takes. */
const decidesStart: readonly AttributeName[] = ['image', 'command', 'health-check'];

/** When the running instances of a component were started, in milliseconds since 1970; undefined where one does not run. */
function startsOf(view: EstateView, component: string): readonly number[] | undefined {
  const states = view.knownOf(component, 'state', 'instance').map(({ value }) => value);
  const starts = states.map(({ state, startedAt }) =>
    state === 'running' && startedAt !== undefined ? Date.parse(startedAt) : NaN,
  );
  return starts.length === 0 || starts.some(Number.isNaN) ? undefined : starts;
}

/**
 * Whether an instance was healthy in time when it started last, and starts under the same now: who is started only once it is
 * healthy was started after it, and runs.
 *
 * @param input - Of a rule.
 * @param component - Which one starts.
 * @param waiting - Who is started only once it is healthy.
 */
export function cameUpInTime(
  { before, after, condition }: RuleInput,
  component: string,
  waiting: readonly string[],
): boolean {
  const own = startsOf(before, component);
  if (own === undefined || waiting.length === 0) return false;
  if (condition.some((fault) => fault.kind === 'slow-start' && fault.component === component)) return false;
  const coresIn = (view: EstateView): number => view.of(component, 'limits')?.cpuCores ?? Infinity;
  if (coresIn(after) < coresIn(before)) return false;
  const isAlike = decidesStart.every(
    (attribute) =>
      canonicalJson(before.of(component, attribute) ?? null) === canonicalJson(after.of(component, attribute) ?? null),
  );
  const last = Math.max(...own);
  return isAlike && waiting.every((name) => startsOf(before, name)?.every((startedMs) => startedMs > last) === true);
}
