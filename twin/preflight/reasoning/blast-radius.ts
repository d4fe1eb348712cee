import type { EstateView } from '../estate-view.ts';

/** What was worked out of an estate before: several rules ask it of the same component. */
interface Reached {
  /** Calls that the caller can do without: `caller\0called`. */
  readonly optional: ReadonlySet<string>;
  readonly dependants: Map<string, readonly string[]>;
}

const reachedOf = new WeakMap<EstateView, Reached>();

const edgeKey = (caller: string, called: string): string => `${caller}\0${called}`;

function begin(view: EstateView): Reached {
  const optional = view
    .known('call-policy', 'edge')
    .flatMap(({ subject, value }) => (value.isOptional === true ? [edgeKey(subject.component, subject.to)] : []));
  const reached = { optional: new Set(optional), dependants: new Map<string, readonly string[]>() };
  reachedOf.set(view, reached);
  return reached;
}

/**
 * Who no longer serves when a component does not: those that use it, those that use them, and so on; not those that
 * answer without it.
 *
 * @param view - The estate.
 * @param component - The component that fails.
 * @returns Sorted, without the component itself.
 */
export function dependantsOf(view: EstateView, component: string): readonly string[] {
  const { optional, dependants } = reachedOf.get(view) ?? begin(view);
  const known = dependants.get(component);
  if (known !== undefined) return known;
  const reached = new Set<string>([component]);
  // A set is walked in the order in which it grows.
  for (const failed of reached) {
    for (const caller of view.callersOf(failed)) if (!optional.has(edgeKey(caller, failed))) reached.add(caller);
  }
  reached.delete(component);
  const found = [...reached].sort();
  dependants.set(component, found);
  return found;
}
