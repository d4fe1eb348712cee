import type { z } from 'zod';

type Schema = z.core.$ZodType;

/** What the definitions of those schemas that are walked hold. */
interface Definition {
  readonly innerType?: Schema;
  /** Of what is read in several steps, the one that says how it is written. */
  readonly in?: Schema;
  readonly shape?: Readonly<Record<string, Schema>>;
  readonly element?: Schema;
  readonly valueType?: Schema;
  readonly options?: readonly Schema[];
}

// The library's type of a definition says no more than that it has a type.
const definitionOf = (schema: Schema): Definition => schema._zod.def as z.core.$ZodTypeDef & Definition;

/** A schema without what says that it may be left out or what becomes of it. */
function inner(schema: Schema): Schema {
  const { innerType, in: written } = definitionOf(schema);
  const next = innerType ?? written;
  return next === undefined ? schema : inner(next);
}

function alternatives(schema: Schema): readonly Schema[] {
  const { options } = definitionOf(inner(schema));
  return options === undefined ? [inner(schema)] : options.flatMap(alternatives);
}

/**
 * The keys that a mapping may have.
 *
 * @param schema - At the top.
 * @param path - The way from there to the mapping.
 * @returns Those of all forms that it may have; none where any key will do.
 */
export function knownKeys(schema: Schema, path: readonly PropertyKey[]): readonly string[] {
  const here = path.reduce<readonly Schema[]>(
    (schemas, key) =>
      schemas.flatMap((each) => {
        const { shape, element, valueType } = definitionOf(each);
        const next = shape?.[String(key)] ?? element ?? valueType;
        return next === undefined ? [] : alternatives(next);
      }),
    alternatives(schema),
  );
  return [...new Set(here.flatMap((each) => Object.keys(definitionOf(each).shape ?? {})))];
}
