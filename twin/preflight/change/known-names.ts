import type { AttributeName, AttributeValueOf, Subject } from '../../../src/estate/index.ts';
import type { EstateView } from '../estate-view.ts';
import { subjectOf } from './fact-change.ts';
import type { NamedThing } from './named-things.ts';

/** The names that an estate knows of one kind of thing. */
export interface KnownNames {
  /** Sorted; empty where the estate lists none, so that nobody can say whether there is one. */
  readonly names: readonly string[];
  /** What would list them. */
  readonly listedBy: { readonly subject: Subject; readonly attribute: AttributeName; readonly part?: string };
}

const theEstate: Subject = { kind: 'estate' };

const sorted = (names: Iterable<string | undefined>): readonly string[] =>
  [...new Set([...names].filter((name) => name !== undefined))].sort();

/** What is known of one component, or of all that have it. */
function valuesOf<Name extends AttributeName>(
  view: EstateView,
  component: string | undefined,
  attribute: Name,
): readonly { readonly owner: string; readonly value: AttributeValueOf<Name> }[] {
  if (component === undefined)
    return view.known(attribute, 'component').map(({ subject, value }) => ({ owner: subject.component, value }));
  const value = view.of(component, attribute);
  return value === undefined ? [] : [{ owner: component, value }];
}

function operations(view: EstateView, component: string | undefined): readonly string[] {
  return sorted(
    view.facts.flatMap(({ subject, attribute, value }) => {
      const isOwn = (name: string): boolean => component === undefined || name === component;
      const planned =
        attribute === 'call-plans'
          ? (value as AttributeValueOf<'call-plans'>).plans.flatMap(({ steps, detached }) => [
              ...detached,
              ...steps.flatMap((step) => ('calls' in step ? step.calls : 'call' in step ? [step.call] : [])),
            ])
          : [];
      const called = planned.filter((call) => isOwn(call.component)).map(({ operation }) => operation);
      if (subject.kind === 'operation') return isOwn(subject.component) ? [...called, subject.operation] : called;
      if (subject.kind !== 'edge') return called;
      return [
        ...called,
        ...(isOwn(subject.component) ? [subject.operation] : []),
        ...(isOwn(subject.to) ? [subject.toOperation] : []),
      ];
    }),
  );
}

function queues(view: EstateView, component: string | undefined): readonly string[] {
  const isBroker = component !== undefined && view.of(component, 'backlogs') !== undefined;
  const held = valuesOf(view, isBroker ? component : undefined, 'backlogs');
  return sorted(held.flatMap(({ owner, value }) => value.map(({ queue }) => queue ?? owner)));
}

function volumes(view: EstateView, component: string | undefined): readonly string[] {
  return sorted([
    ...valuesOf(view, component, 'volumes').flatMap(({ value }) => value.flatMap(({ name, target }) => [name, target])),
    ...valuesOf(view, component, 'disks').flatMap(({ value }) => value.map(({ disk }) => disk)),
    ...valuesOf(view, component, 'mounts').flatMap(({ value }) =>
      value.flatMap(({ source, target }) => [source, target]),
    ),
  ]);
}

/** Locks are known as the tables that somebody asks for or changes. */
function locks(view: EstateView, component: string | undefined): readonly string[] {
  return sorted([
    ...valuesOf(view, component, 'table-traffic').flatMap(({ value }) => value.map(({ table }) => table)),
    ...view
      .known('startup-migration', 'edge')
      .flatMap(({ subject, value }) => (component === undefined || subject.to === component ? [value.table] : [])),
  ]);
}

/** A cache of a name of its own is inside a component, and no fact lists those: only where the name is a component's. */
function caches(view: EstateView, { name, component }: NamedThing): readonly string[] {
  const whole = view.components.flatMap((each) => (each.kind === 'cache' ? [each.name] : []));
  const holding = view
    .known('memory-policy', 'component')
    .flatMap(({ subject, value }) => (value.role === 'cache' ? [subject.component] : []));
  const known = sorted([...whole, ...holding]);
  return component === undefined || known.includes(name) ? known : [];
}

const nodes = (view: EstateView): readonly string[] =>
  sorted([
    ...view.components.flatMap(({ name, kind }) => (kind === 'host' ? [name] : [])),
    ...view.known('capacity', 'component').map(({ subject }) => subject.component),
    ...view.known('placement', 'instance').map(({ value }) => value.node),
  ]);

/** Whom a component calls, or who calls it. */
function otherEnds(view: EstateView, component: string, isCaller: boolean | undefined): readonly string[] {
  return isCaller === true ? view.callersOf(component) : view.calledBy(component);
}

/**
 * The names that the estate has of what a word names.
 *
 * @param view - The estate.
 * @param thing - What is named.
 */
export function knownNames(view: EstateView, thing: NamedThing): KnownNames {
  const { kind, component } = thing;
  const owner = component === undefined ? theEstate : subjectOf(component);
  switch (kind) {
    case 'component':
      return { names: view.names, listedBy: { subject: theEstate, attribute: 'declared-dependency' } };
    case 'call': {
      const edge: Subject = {
        kind: 'edge',
        component: thing.isCaller === true ? thing.name : (component ?? ''),
        to: thing.isCaller === true ? (component ?? '') : thing.name,
      };
      const names = otherEnds(view, component ?? '', thing.isCaller);
      return { names, listedBy: { subject: edge, attribute: 'declared-dependency' } };
    }
    case 'operation':
      return {
        names: operations(view, component),
        listedBy: {
          subject: component === undefined ? theEstate : { kind: 'operation', component, operation: thing.name },
          attribute: 'requests',
        },
      };
    case 'instance': {
      const names = component === undefined ? [] : view.instancesOf(component);
      const subject: Subject = { kind: 'instance', component: component ?? '', instance: thing.name };
      return { names, listedBy: { subject, attribute: 'placement' } };
    }
    case 'node':
      return { names: nodes(view), listedBy: { subject: subjectOf(thing.name), attribute: 'capacity' } };
    case 'node pool':
      return {
        names: sorted((view.ofEstate('node-pools') ?? []).map(({ pool }) => pool)),
        listedBy: { subject: theEstate, attribute: 'node-pools', part: 'pool' },
      };
    case 'zone':
      return {
        names: sorted(view.known('capacity', 'component').map(({ value }) => value.zone)),
        listedBy: { subject: theEstate, attribute: 'capacity', part: 'zone' },
      };
    case 'region':
      return { names: [], listedBy: { subject: theEstate, attribute: 'capacity', part: 'zone' } };
    case 'queue':
      return { names: queues(view, component), listedBy: { subject: owner, attribute: 'backlogs', part: 'queue' } };
    case 'volume':
      return { names: volumes(view, component), listedBy: { subject: owner, attribute: 'volumes', part: 'name' } };
    case 'certificate':
      return {
        names: sorted(
          valuesOf(view, component, 'certificate').flatMap(({ value }) => [value.name, ...(value.names ?? [])]),
        ),
        listedBy: { subject: owner, attribute: 'certificate', part: 'name' },
      };
    case 'cache':
      return { names: caches(view, thing), listedBy: { subject: owner, attribute: 'memory-policy', part: 'role' } };
    case 'lock':
      return { names: locks(view, component), listedBy: { subject: owner, attribute: 'table-traffic', part: 'table' } };
    case 'secret':
      return {
        names: sorted(valuesOf(view, component, 'secrets-used').flatMap(({ value }) => value)),
        listedBy: { subject: owner, attribute: 'secrets-used' },
      };
    case 'revision':
      return {
        // Revisions are counted by whoever keeps them: only one that is called as an image is known.
        names: sorted(
          valuesOf(view, component, 'image-record').flatMap(({ value }) => value.map(({ image }) => image)),
        ).filter((image) => image === thing.name),
        listedBy: { subject: owner, attribute: 'image-record', part: 'image' },
      };
  }
}
