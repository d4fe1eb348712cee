import { actionEntry, actionNames, faultEntry } from '../../../src/kernel/index.ts';
import type { Action, Fault, Parameter } from '../../../src/kernel/index.ts';

/** What an action or a fault can name that an estate has or has not. */
export type ThingKind =
  | 'component'
  | 'call'
  | 'operation'
  | 'instance'
  | 'node'
  | 'node pool'
  | 'zone'
  | 'region'
  | 'queue'
  | 'volume'
  | 'certificate'
  | 'cache'
  | 'lock'
  | 'secret'
  | 'revision';

/** One thing that a word names. */
export interface NamedThing {
  readonly kind: ThingKind;
  /** The parameter that names it, as files have it. */
  readonly parameter: string;
  readonly name: string;
  /** The component that it belongs to, where the word says so; of a call the other end than `name`. */
  readonly component?: string;
  /** Of a call: whether `name` is who calls. */
  readonly isCaller?: boolean;
}

/** Parameters that take a text which names something; any other text is new with the word, or is of people. */
const ofText: Readonly<Record<string, ThingKind>> = {
  pool: 'node pool',
  zone: 'zone',
  region: 'region',
  volume: 'volume',
  certificate: 'certificate',
  cache: 'cache',
  lock: 'lock',
  secret: 'secret',
  revision: 'revision',
};

/**
 * Parameters that take a text and name nothing that has to be there: what is put in place (`image`, `attribute`), what is
 * made wrong (`address`, `setting`), and who answers (`person`, `about`).
 */
export const namesNothing: readonly string[] = ['image', 'attribute', 'address', 'setting', 'person', 'about'];

/** Words whose `to` is no component that their component calls. */
const withoutCall: readonly string[] = ['shift-traffic', 'configure'];

/** Words whose `operation` is one of the called component. */
const ofCalled: readonly string[] = ['set-timeout', 'set-retries'];

function kindOf(parameter: string, { quantity }: Parameter): ThingKind | undefined {
  if (quantity === 'component' || quantity === 'operation' || quantity === 'instance') return quantity;
  if (quantity === 'node' || quantity === 'queue') return quantity;
  return quantity === 'text' ? ofText[parameter] : undefined;
}

/** Whether a word is one of the vocabulary of actions; some names are in both, and mean the same then. */
const isAction = (word: Action | Fault): word is Action => actionNames.some((name) => name === word.kind);

/**
 * What an action or a fault names: components, the calls between two of them, and all else that an estate may lack.
 *
 * @param word - The action or fault.
 */
export function namedThings(word: Action | Fault): readonly NamedThing[] {
  const values: Readonly<Record<string, unknown>> = { ...word };
  const { parameters } = isAction(word) ? actionEntry(word.kind) : faultEntry(word.kind);
  const textOf = (parameter: string): string | undefined => {
    const value = values[parameter];
    return typeof value === 'string' ? value : undefined;
  };
  const [component, to, from] = [textOf('component'), textOf('to'), textOf('from')];
  const owner = ofCalled.includes(word.kind) ? to : component;
  const things = Object.entries(parameters).flatMap(([parameter, entry]): NamedThing[] => {
    const [kind, name] = [kindOf(parameter, entry), textOf(parameter)];
    if (kind === undefined || name === undefined) return [];
    return [{ kind, parameter, name, ...(kind === 'component' || owner === undefined ? {} : { component: owner }) }];
  });
  if (component === undefined || withoutCall.includes(word.kind)) return things;
  return [
    ...things,
    ...(to === undefined ? [] : [{ kind: 'call' as const, parameter: 'to', name: to, component, isCaller: false }]),
    ...(from === undefined
      ? []
      : [{ kind: 'call' as const, parameter: 'from', name: from, component, isCaller: true }]),
  ];
}
