import type { EstateView } from '../estate-view.ts';

/** What users or outside systems ask for: an operation of a component, or a component whose operations nobody saw. */
export interface Entry {
  readonly component: string;
  readonly operation?: string;
}

/** What entries need, worked out once of an estate. */
export interface EntryNeeds {
  readonly entries: readonly Entry[];
  /** Entries that do not work without a component, the component's own among them. */
  readonly needing: (component: string) => readonly Entry[];
}

const nodeKey = (component: string, operation: string | undefined): string => `${component}\0${operation ?? ''}`;

/** Where requests come in: what is reached from outside, or is a gateway; where there is neither, what nobody calls. */
function entryComponents(view: EstateView): readonly string[] {
  const serves = (name: string): boolean =>
    !['external', 'host', 'certificate', 'job'].includes(view.kindOf(name) ?? 'service');
  const named = view.components.map(({ name }) => name).filter(serves);
  const rooted = new Set(
    view
      .known('requests', 'operation')
      .flatMap(({ subject, value }) => (value.rootCount > 0 ? [subject.component] : [])),
  );
  const isReached = (name: string): boolean =>
    view.kindOf(name) === 'gateway' ||
    rooted.has(name) ||
    (view.of(name, 'ports') ?? []).some(({ hostPort }) => hostPort !== undefined);
  // A database whose port is open for administrators is not what users ask.
  const reached = named.filter(
    (name) => isReached(name) && !['database', 'cache', 'queue'].includes(view.kindOf(name) ?? ''),
  );
  const uncalled = named.filter((name) => view.callersOf(name).length === 0 && view.calledBy(name).length > 0);
  return reached.length > 0 ? reached : uncalled;
}

/**
 * Which components each entry of an estate needs: by the calls between operations where these were seen, else by the
 * calls between components; not what is called without being needed.
 *
 * @param view - The estate.
 */
export function entryNeeds(view: EstateView): EntryNeeds {
  const optional = new Set(
    view
      .known('call-policy', 'edge')
      .flatMap(({ subject, value }) => (value.isOptional === true ? [nodeKey(subject.component, subject.to)] : [])),
  );
  const calls = new Map<string, { readonly component: string; readonly operation: string | undefined }[]>();
  const traced = new Set<string>();
  for (const { subject } of view.known('calls', 'edge')) {
    if (subject.operation === undefined || optional.has(nodeKey(subject.component, subject.to))) continue;
    const key = nodeKey(subject.component, subject.operation);
    traced.add(subject.component);
    calls.set(key, [...(calls.get(key) ?? []), { component: subject.to, operation: subject.toOperation }]);
  }
  const entries = entryComponents(view).flatMap((component): Entry[] => {
    const operations = view.known('requests', 'operation').filter(({ subject }) => subject.component === component);
    return operations.length === 0
      ? [{ component }]
      : operations.map(({ subject }) => ({ component, operation: subject.operation }));
  });
  const neededBy = (entry: Entry): ReadonlySet<string> => {
    const seen = new Map([
      [nodeKey(entry.component, entry.operation), { component: entry.component, operation: entry.operation }],
    ]);
    // A map is walked in the order in which it grows.
    for (const { component, operation } of seen.values()) {
      // Of an operation whose calls were seen, only these; of others whatever its component uses.
      const next =
        operation !== undefined && traced.has(component)
          ? (calls.get(nodeKey(component, operation)) ?? [])
          : view
              .calledBy(component)
              .filter((to) => !optional.has(nodeKey(component, to)))
              .map((to) => ({ component: to, operation: undefined }));
      for (const each of next) {
        const key = nodeKey(each.component, each.operation);
        if (!seen.has(key)) seen.set(key, { component: each.component, operation: each.operation });
      }
    }
    return new Set([...seen.values()].map(({ component }) => component));
  };
  const needs = entries.map((entry) => ({ entry, needed: neededBy(entry) }));
  return {
    entries,
    needing: (component) => needs.flatMap(({ entry, needed }) => (needed.has(component) ? [entry] : [])),
  };
}
