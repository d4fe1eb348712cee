import type { z } from 'zod';

type Schema = z.core.$ZodType;

/** What the definitions of those schemas that are walked hold. */
interface Definition {
  readonly format?: string;
  readonly innerType?: Schema;
  readonly getter?: () => Schema;
  readonly shape?: Readonly<Record<string, Schema>>;
  readonly element?: Schema;
  readonly valueType?: Schema;
  readonly items?: readonly Schema[];
  readonly options?: readonly Schema[];
}

// The library's type of a definition says no more than that it has a type.
const definitionOf = (schema: Schema): Definition => schema._zod.def as z.core.$ZodTypeDef & Definition;

/** A schema without what says that it may be left out or refers to it. */
function inner(schema: Schema): Schema {
  const { innerType, getter } = definitionOf(schema);
  const next = innerType ?? getter?.();
  return next === undefined ? schema : inner(next);
}

function step(schema: Schema, key: PropertyKey): readonly Schema[] {
  const { shape, element, valueType, items, options } = definitionOf(inner(schema));
  if (options !== undefined) return options.flatMap((option) => step(option, key));
  const next = shape?.[String(key)] ?? element ?? valueType ?? items?.[Number(key)];
  return next === undefined ? [] : [next];
}

/**
 * The schemas that stand at a path: several where a union leaves open which.
 *
 * @param schema - At the top.
 * @param path - The way from there.
 */
export function schemasAt(schema: Schema, path: readonly PropertyKey[]): readonly Schema[] {
  return path.reduce<readonly Schema[]>((schemas, key) => schemas.flatMap((each) => step(each, key)), [schema]);
}

/**
 * The alternatives of a union.
 *
 * @param schema - Any schema; one that is no union has none.
 */
export const optionsOf = (schema: Schema): readonly Schema[] => definitionOf(inner(schema)).options ?? [];

/**
 * The keys that a mapping may have.
 *
 * @param schema - Any schema; one that is no mapping of known keys has none.
 */
export const keysOf = (schema: Schema): readonly string[] => Object.keys(definitionOf(inner(schema)).shape ?? {});

/**
 * Whether a schema takes whole numbers only.
 *
 * @param schema - Any schema.
 */
export const isWhole = (schema: Schema): boolean => definitionOf(inner(schema)).format === 'safeint';
