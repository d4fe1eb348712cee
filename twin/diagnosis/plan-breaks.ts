import { medianOf } from './order-statistics.ts';
import { componentPlace, edgePlace, placeKey } from './place.ts';
import type { Place } from './place.ts';
import { stepsOf } from './request-tree.ts';
import type { RecordedRequest, Step } from './request-tree.ts';

/** A client's span is called after its callee, so that one call from another is told by who answers. */
const callOf = ({ component, operation, children: [only], place }: Step): string =>
  JSON.stringify([component, operation, place.callee ?? '', place.callee === undefined ? '' : (only?.operation ?? '')]);

/** Which calls a step makes, each once, in the order of the first: how often one is made depends on what is asked. */
const planOf = ({ children }: Step): string => [...new Set(children.map(callOf))].join(' ');

const situationOf = ({ component, operation }: Step, parent: Step | undefined): string =>
  JSON.stringify([component, operation, parent?.component ?? null, parent?.operation ?? null]);

interface Plans {
  count: number;
  readonly byPlan: Map<string, number>;
  readonly callees: Set<string>;
}

function plansOf(requests: readonly RecordedRequest[]): ReadonlyMap<string, Plans> {
  const all = new Map<string, Plans>();
  for (const { root } of requests) {
    for (const [step, parent] of stepsOf(root)) {
      const key = situationOf(step, parent);
      const plans = all.get(key) ?? { count: 0, byPlan: new Map<string, number>(), callees: new Set<string>() };
      all.set(key, plans);
      const plan = planOf(step);
      plans.count += 1;
      plans.byPlan.set(plan, (plans.byPlan.get(plan) ?? 0) + 1);
      if (step.place.callee !== undefined) plans.callees.add(step.place.callee);
    }
  }
  return all;
}

/** A plan that a tenth of other requests follow is one of the usual ones. */
const usualShare = 0.1;

/** Less strange than this is chance: plans vary from minute to minute. */
const strangeFrom = 0.3;

/** How strange a plan is: 0 where it is as frequent at other times, 1 where it never was. */
function strangeness(plan: string, now: Plans, others: readonly Plans[]): number {
  if (others.length < 2) return 0;
  const frequency = (now.byPlan.get(plan) ?? 0) / now.count;
  const made = others.reduce((sum, { byPlan }) => sum + (byPlan.get(plan) ?? 0), 0);
  const share = made / others.reduce((sum, { count }) => sum + count, 0);
  if (share >= usualShare) return 0;
  const level = Math.max(share, medianOf(others.map(({ byPlan, count }) => (byPlan.get(plan) ?? 0) / count)));
  return Math.max(0, 1 - level / frequency) * (1 - share / usualShare);
}

/** What requests that went another way than usual say of a place. */
export interface Break {
  readonly place: Place;
  /** The share of the strange requests that would have gone the usual way with it healthy, 0 to 1. */
  readonly share: number;
}

/**
 * Where requests first go another way than at other times: calls that are not made, an answer of an error's page in place
 * of them, a client's span that no server's answers. The deepest such step of a request counts.
 *
 * Whether a request breaks off for the answer it just got or for its own code is not in the trace. A mistake of its own may
 * fall before any of its calls or after the last: with n calls made there are n + 1 such points, while a bad answer breaks
 * it off right here. So the answer weighs n times as much as the code.
 *
 * @param requests - Of the time with the symptom.
 * @param others - Recordings of other times.
 */
export function planBreaks(
  requests: readonly RecordedRequest[],
  others: readonly (readonly RecordedRequest[])[],
): readonly Break[] {
  const now = plansOf(requests);
  const elsewhere = others.map(plansOf);
  const known = new Map<string, number>();
  const strangenessOf = (step: Step, parent: Step | undefined): number => {
    const situation = situationOf(step, parent);
    const plan = planOf(step);
    const key = `${situation} ${plan}`;
    const seen = known.get(key);
    if (seen !== undefined) return seen;
    const plans = now.get(situation);
    const value =
      plans === undefined
        ? 0
        : strangeness(
            plan,
            plans,
            elsewhere.flatMap((all) => all.get(situation) ?? []),
          );
    known.set(key, value);
    return value;
  };
  const blame = new Map<string, { place: Place; weight: number }>();
  const add = (place: Place, weight: number): void => {
    const entry = blame.get(placeKey(place)) ?? { place, weight: 0 };
    blame.set(placeKey(place), entry);
    entry.weight += weight;
  };
  let total = 0;
  for (const { root } of requests) {
    for (const [step, parent] of deepestStrange(root, strangenessOf)) {
      const weight = strangenessOf(step, parent);
      total += weight;
      for (const [place, share] of blamedFor(step, lostCalleeOf(step, parent, elsewhere))) add(place, weight * share);
    }
  }
  // One strange request is no pattern: two that went as usual are counted beside it (Laplace's rule of succession).
  const counted = total + 2;
  return [...blame.values()].map(({ place, weight }) => ({ place, share: weight / counted }));
}

/** Strange steps with none below them. */
function deepestStrange(
  root: Step,
  strangenessOf: (step: Step, parent: Step | undefined) => number,
): readonly (readonly [Step, Step | undefined])[] {
  const found: (readonly [Step, Step | undefined])[] = [];
  const visit = (step: Step, parent: Step | undefined): boolean => {
    const isBelow = step.children.map((child) => visit(child, step)).some(Boolean);
    const isStrange = strangenessOf(step, parent) >= strangeFrom;
    if (isStrange && !isBelow) found.push([step, parent]);
    return isStrange || isBelow;
  };
  visit(root, undefined);
  return found;
}

/** The one callee that a client's span has at other times, where it has none now. */
function lostCalleeOf(
  step: Step,
  parent: Step | undefined,
  elsewhere: readonly ReadonlyMap<string, Plans>[],
): string | undefined {
  if (step.children.length > 0) return undefined;
  const situation = situationOf(step, parent);
  const callees = new Set(elsewhere.flatMap((all) => [...(all.get(situation)?.callees ?? [])]));
  return callees.size === 1 ? [...callees][0] : undefined;
}

function blamedFor(step: Step, lostCallee: string | undefined): readonly (readonly [Place, number])[] {
  if (lostCallee !== undefined) return [[edgePlace(step.component, lostCallee), 1]];
  const last = step.children.at(-1);
  const answered = last === undefined || last.component !== step.component ? last?.component : last.place.callee;
  if (answered === undefined) return [[componentPlace(step.component), 1]];
  const own = 1 / (step.children.length + 1);
  return [
    [componentPlace(step.component), own],
    [componentPlace(answered), 1 - own],
  ];
}
