import type { EstateView, Known } from '../estate-view.ts';

/**
 * The certificates that a word about a component is about: its own, or those that it shows.
 *
 * @param view - The estate.
 * @param component - Named by an action or a fault.
 */
export function certificatesOf(view: EstateView, component: string): readonly Known<'certificate', 'component'>[] {
  const all = view.known('certificate', 'component');
  const own = all.filter(({ subject }) => subject.component === component);
  if (own.length > 0) return own;
  return all.filter(
    ({ subject, value }) =>
      (value.usedBy ?? []).some((user) => user.component === component) ||
      (view.kindOf(subject.component) === 'certificate' && view.callersOf(subject.component).includes(component)),
  );
}
