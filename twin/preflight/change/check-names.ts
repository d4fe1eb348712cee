import { RegisteredError, similarNames } from '../../../src/kernel/index.ts';
import type { Action, ErrorDetails, Fault } from '../../../src/kernel/index.ts';
import type { EstateView } from '../estate-view.ts';
import { knownNames } from './known-names.ts';
import type { KnownNames } from './known-names.ts';
import { namedThings } from './named-things.ts';
import type { NamedThing } from './named-things.ts';

type UnknownThing = ErrorDetails<'change-names-unknown'>['things'][number];

/** How a call is written, whichever end is named. */
function nameOf({ kind, name, component = '', isCaller }: NamedThing): string {
  if (kind !== 'call') return name;
  return isCaller === true ? `${name} → ${component}` : `${component} → ${name}`;
}

/** A component that both ends of a partition know of each other, in whichever direction they call. */
const isOtherWayRound = (view: EstateView, word: Action | Fault, { kind, name, component = '' }: NamedThing): boolean =>
  word.kind === 'partition' && kind === 'call' && view.calledBy(component).includes(name);

/** Whether the estate can say that something is there, or is not. */
function lookUp(view: EstateView, word: Action | Fault, thing: NamedThing): KnownNames & { readonly isThere: boolean } {
  const known = knownNames(view, thing);
  return { ...known, isThere: known.names.includes(thing.name) || isOtherWayRound(view, word, thing) };
}

/**
 * Refuses words that name what the estate does not have: no rule would find anything wrong with them.
 *
 * @param view - The estate before them.
 * @param words - Actions or faults, each with its place for messages.
 * @throws RegisteredError `change-names-unknown` with all of them
 */
export function checkNames(
  view: EstateView,
  words: readonly { readonly word: Action | Fault; readonly place: string }[],
): void {
  const things = words.flatMap(({ word, place }) => {
    const named = namedThings(word);
    return named.flatMap((thing): UnknownThing[] => {
      const { names, isThere } = lookUp(view, word, thing);
      // Without components there is nothing that could be done to one; without a list of anything else nobody can tell.
      const isRefused = !isThere && (names.length > 0 || thing.kind === 'component');
      // What an unknown component calls or holds is not known either: the component is what is wrong.
      const isOfUnknown = thing.component !== undefined && !view.names.includes(thing.component);
      const isNoComponent = thing.kind === 'call' && !view.names.includes(thing.name);
      if (!isRefused || isOfUnknown || isNoComponent) return [];
      const similar = similarNames(thing.name, names, 3);
      const of = thing.kind === 'component' ? undefined : thing.component;
      const { kind } = thing;
      return [
        {
          place,
          word: word.kind,
          kind,
          name: nameOf(thing),
          ...(of === undefined ? {} : { of }),
          similar,
          count: names.length,
        },
      ];
    });
  });
  if (things.length > 0) throw new RegisteredError('change-names-unknown', { things });
}

/** A thing of which the estate cannot tell whether it has it. */
export interface UntoldThing extends KnownNames {
  readonly word: Action | Fault;
  readonly thing: NamedThing;
  /** As people name it: of a call both ends. */
  readonly name: string;
}

/**
 * What words name of which the estate has no list: whether it is there cannot be said.
 *
 * @param view - The estate before them.
 * @param words - Actions and faults.
 */
export function untoldThings(view: EstateView, words: readonly (Action | Fault)[]): readonly UntoldThing[] {
  return words.flatMap((word) =>
    namedThings(word).flatMap((thing) => {
      const { isThere, ...known } = lookUp(view, word, thing);
      return isThere || known.names.length > 0 ? [] : [{ ...known, word, thing, name: nameOf(thing) }];
    }),
  );
}
