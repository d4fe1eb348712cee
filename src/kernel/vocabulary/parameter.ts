import type { Json } from '../canonical-json.ts';
import type { CountOrShare } from '../quantity.ts';

/** What each quantity becomes when it is read; the unit is in the name that the value then has. */
interface ValueOfQuantity {
  readonly duration: number;
  readonly bytes: number;
  readonly bytesPerSecond: number;
  readonly cores: number;
  readonly ratio: number;
  readonly perSecond: number;
  /** A whole number. */
  readonly count: number;
  /** By how much something is multiplied. */
  readonly factor: number;
  readonly countOrShare: CountOrShare;
  readonly component: string;
  readonly operation: string;
  readonly instance: string;
  readonly node: string;
  readonly queue: string;
  readonly text: string;
  readonly flag: boolean;
  readonly choice: string;
  /** Any JSON, checked by whoever knows what it is for. */
  readonly value: Json;
}

/** What kind of thing a parameter takes. */
export type Quantity = keyof ValueOfQuantity;

/** What is added to a parameter's name for the value that was read: the unit. */
export const unitSuffix = {
  duration: 'Ms',
  bytes: 'Bytes',
  bytesPerSecond: 'BytesPerSecond',
  cores: 'Cores',
  ratio: 'Ratio',
  perSecond: 'PerSecond',
} as const;

/** One parameter of an action or a fault; its name is its key in the entry. */
export interface Parameter {
  readonly quantity: Quantity;
  /** What it says, for people; no full stop. */
  readonly about: string;
  /** It may be left out, and then there is no value; `about` says what that means. */
  readonly optional?: true;
  /** It may be left out, and then has this value, as it would stand in a file. */
  readonly default?: string | number | boolean;
  /** The value read must be above this, in the unit of its suffix. */
  readonly above?: number;
  /** The least value, in the unit of the suffix. */
  readonly least?: number;
  /** The greatest value, in the unit of the suffix. */
  readonly most?: number;
  /** The words that a choice takes. */
  readonly of?: readonly string[];
}

/** The parameters of an entry by the names that they have in files. */
export type Parameters = Readonly<Record<string, Parameter>>;

/** The name of the value of a parameter: `delay`, a duration, becomes `delayMs`. */
type KeyOf<Name extends string, Of extends Quantity> = Of extends keyof typeof unitSuffix
  ? `${Name}${(typeof unitSuffix)[Of]}`
  : Name;

type ValueOf<Of extends Parameter> = Of extends { readonly quantity: 'choice'; readonly of: readonly (infer Choice)[] }
  ? Choice
  : ValueOfQuantity[Of['quantity']];

type Required<Of extends Parameters> = {
  readonly [
    Name in keyof Of & string as Of[Name] extends { readonly optional: true }
      ? never
      : KeyOf<Name, Of[Name]['quantity']>
  ]: ValueOf<Of[Name]>;
};

type Optional<Of extends Parameters> = {
  readonly [
    Name in keyof Of & string as Of[Name] extends { readonly optional: true }
      ? KeyOf<Name, Of[Name]['quantity']>
      : never
  ]?: ValueOf<Of[Name]>;
};

/** What is read of an entry's parameters: `{ component: string, delayMs: number, forMs?: number }`. */
export type ValuesOf<Of extends Parameters> = Required<Of> & Optional<Of>;

/**
 * The name that a parameter's value has once it is read: `delay`, a duration, becomes `delayMs`.
 *
 * @param name - The parameter's name in files.
 * @param quantity - What it takes.
 */
export function valueNameOf(name: string, quantity: Quantity): string {
  return quantity in unitSuffix ? `${name}${unitSuffix[quantity as keyof typeof unitSuffix]}` : name;
}
