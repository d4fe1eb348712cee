import type { EstateView } from '../estate-view.ts';

/**
 * Who no longer serves when a component does not: those that use it, those that use them, and so on; not those that
 * answer without it.
 *
 * @param view - The estate.
 * @param component - The component that fails.
 * @returns Sorted, without the component itself.
 */
export function dependantsOf(view: EstateView, component: string): readonly string[] {
  const reached = new Set<string>([component]);
  // A set is walked in the order in which it grows.
  for (const failed of reached) {
    for (const caller of view.callersOf(failed)) {
      if (view.between(caller, failed, 'call-policy')?.isOptional !== true) reached.add(caller);
    }
  }
  reached.delete(component);
  return [...reached].sort();
}
