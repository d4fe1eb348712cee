import { globalRegistry } from 'zod';
import type { z } from 'zod';

type Schema = z.core.$ZodType;

/** What the definitions of those schemas hold that are walked. */
export interface Definition {
  readonly type: string;
  readonly format?: string;
  readonly innerType?: Schema;
  /** Of a pipe: what takes that which is written. */
  readonly in?: Schema;
  readonly getter?: () => Schema;
  readonly defaultValue?: unknown;
  readonly shape?: Readonly<Record<string, Schema>>;
  readonly element?: Schema;
  readonly valueType?: Schema;
  readonly items?: readonly Schema[];
  readonly options?: readonly Schema[];
  readonly entries?: Readonly<Record<string, string>>;
  readonly values?: readonly unknown[];
}

/** A schema without its wrappers, and what these say. */
export interface Unwrapped {
  readonly schema: Schema;
  /** The description that is nearest to the outside; empty where there is none. */
  readonly about: string;
  /** Of what is named so: the title that is nearest to the outside. */
  readonly title: string | undefined;
  readonly isRequired: boolean;
  /** Undefined where there is none. */
  readonly defaultValue: unknown;
}

/**
 * What a schema is made of.
 *
 * @param schema - Any schema.
 */
// The library's type of a definition says no more than that it has a type.
export const definitionOf = (schema: Schema): Definition => schema._zod.def;

/**
 * A schema without what says that it may be left out, refers to it or goes on with what it took.
 *
 * @param schema - Any schema.
 */
export function unwrapped(schema: Schema): Unwrapped {
  let inner = schema;
  let about = '';
  let title: string | undefined;
  let isRequired = true;
  let defaultValue: unknown;
  for (;;) {
    const meta = globalRegistry.get(inner);
    about ||= meta?.description ?? '';
    title ??= meta?.title;
    const { type, innerType, in: taken, getter, defaultValue: value } = definitionOf(inner);
    if (type === 'optional' || type === 'default' || type === 'prefault') isRequired = false;
    if (type === 'default') defaultValue ??= value;
    const next = innerType ?? taken ?? getter?.();
    if (next === undefined) return { schema: inner, about, title, isRequired, defaultValue };
    inner = next;
  }
}

const innerDefinition = (schema: Schema): Definition => definitionOf(unwrapped(schema).schema);

function step(schema: Schema, key: PropertyKey): readonly Schema[] {
  const { shape, element, valueType, items, options } = innerDefinition(schema);
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
export const optionsOf = (schema: Schema): readonly Schema[] => innerDefinition(schema).options ?? [];

/**
 * The keys that a mapping may have.
 *
 * @param schema - Any schema; one that is no mapping of known keys has none.
 */
export const keysOf = (schema: Schema): readonly string[] => Object.keys(innerDefinition(schema).shape ?? {});

/**
 * Whether a schema takes whole numbers only.
 *
 * @param schema - Any schema.
 */
export const isWhole = (schema: Schema): boolean => innerDefinition(schema).format === 'safeint';
