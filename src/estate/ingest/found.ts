import type { AttributeName, AttributeValueOf, FoundFact, Method, Subject } from '../facts/index.ts';
import type { Json } from '../../kernel/index.ts';

/** A value whose members may be undefined where its schema lets them be absent; the store leaves them out. */
type Loose<Value> = Value extends readonly (infer Item)[]
  ? readonly Loose<Item>[]
  : Value extends object
    ? { readonly [Key in keyof Value]: Loose<Value[Key]> | (undefined extends Value[Key] ? undefined : never) }
    : Value;

/**
 * Makes facts of one subject, each with the value that its attribute takes.
 *
 * @param subject - Whom they are about.
 * @param method - How they are known.
 * @param place - Where all of them stand, unless one says otherwise.
 * @returns Makes a list of one fact, or of none where the value is undefined: not known.
 */
export function factsAbout(subject: Subject, method: Method, place?: string) {
  return <Name extends AttributeName>(
    attribute: Name,
    value: Loose<AttributeValueOf<Name>> | undefined,
    at: { readonly place?: string | undefined; readonly count?: number } = {},
  ): FoundFact[] => {
    if (value === undefined) return [];
    const where = at.place ?? place;
    return [
      {
        subject,
        attribute,
        value: value as Json,
        method,
        ...(where === undefined ? {} : { place: where }),
        ...(at.count === undefined ? {} : { count: at.count }),
      },
    ];
  };
}

/**
 * The value where any member of it is known, else undefined.
 *
 * @param value - An object whose members may all be undefined.
 */
export function ifAnyKnown<Value extends object>(value: Value): Value | undefined {
  return Object.values(value).some((member) => member !== undefined) ? value : undefined;
}
