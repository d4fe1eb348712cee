import type { EstateView } from '../../preflight/index.ts';

/** An operation that is asked from outside of what is modelled. */
export interface Root {
  readonly component: string;
  readonly operation: string;
  /** From outside. */
  readonly perSecond: number;
  /** Requests from outside that were seen. */
  readonly count: number;
  /** Of all its requests, 0 to 1. */
  readonly shareOfRequests: number;
}

/**
 * Where requests come into an estate: operations whose requests nothing traced had caused, and those that are called by
 * something that does nothing but call, which is how a load generator or a browser looks.
 *
 * @param view - The estate.
 */
export function rootsOf(view: EstateView): readonly Root[] {
  const fromCallers = new Map<string, number>();
  for (const { subject, value } of view.known('calls', 'edge')) {
    if (!isOutside(view, subject.component) || subject.toOperation === undefined) continue;
    const key = `${subject.to}/${subject.toOperation}`;
    fromCallers.set(key, (fromCallers.get(key) ?? 0) + value.calls.count);
  }
  return view.known('requests', 'operation').flatMap(({ subject: { component, operation }, value }) => {
    const { count: seen } = value.requests;
    const count = Math.min(seen, value.rootCount + (fromCallers.get(`${component}/${operation}`) ?? 0));
    if (count === 0 || seen === 0 || value.perSecond === 0) return [];
    const shareOfRequests = count / seen;
    return [{ component, operation, perSecond: value.perSecond * shareOfRequests, count, shareOfRequests }];
  });
}

/**
 * Whether a component does nothing but call: it sends spans, and none of them is a request to it.
 *
 * @param view - The estate.
 * @param component - Which.
 */
export function isOutside(view: EstateView, component: string): boolean {
  return (
    view.of(component, 'telemetry')?.seenBy === 'own-spans' &&
    view.knownOf(component, 'requests', 'operation').length === 0 &&
    view.knownOf(component, 'calls', 'edge').length > 0
  );
}
