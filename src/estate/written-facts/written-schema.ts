import { z } from 'zod';
import { countOrShareSchema } from '../../kernel/index.ts';
import { unitOfName } from './unit-of-name.ts';

/** What the definitions of those schemas that are walked hold. */
interface Definition {
  readonly type: string;
  readonly innerType?: z.ZodType;
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly element?: z.ZodType;
  readonly options?: readonly z.ZodType[];
}

// The library's type of a definition says no more than that it has a type.
const definitionOf = (schema: z.ZodType): Definition => schema.def;

const isOptional = (schema: z.ZodType): boolean => definitionOf(schema).type === 'optional';

/**
 * A number of things or a share of them stands in files as `2` or `25%`.
 *
 * @param schema - Of the value as it is kept.
 */
export const isCountOrShare = (schema: z.ZodType): boolean =>
  schema.safeParse({ count: 1 }).success && schema.safeParse({ share: 0.5 }).success;

/**
 * Whether a value is a number, one that may be left out too.
 *
 * @param schema - Of the value as it is kept.
 */
export const isNumber = (schema: z.ZodType): boolean => {
  const { type, innerType } = definitionOf(schema);
  return type === 'optional' && innerType !== undefined ? isNumber(innerType) : type === 'number';
};

/**
 * The names that members of a mapping may be written by, each with the name that they then have; without a unit first.
 *
 * @param shape - The members as they are kept.
 */
export function namesOf(
  shape: Readonly<Record<string, z.ZodType>>,
): readonly (readonly [written: string, name: string])[] {
  const shorts = Object.keys(shape).flatMap((name) => {
    const short = isNumber(shape[name] ?? z.never()) ? unitOfName(name)?.short : undefined;
    return short === undefined || Object.hasOwn(shape, short) ? [] : [[short, name] as const];
  });
  // Two members that would be written alike are told apart by their units.
  const unique = shorts.filter(([short]) => shorts.filter(([other]) => other === short).length === 1);
  return [...unique, ...Object.keys(shape).map((name) => [name, name] as const)];
}

/** A number under a name that no longer tells its unit: the value has to. */
function withUnit(member: z.ZodType, name: string): z.ZodType {
  const written = unitOfName(name)?.written ?? z.never();
  return isOptional(member) ? written.optional() : written;
}

function writtenObject(shape: Readonly<Record<string, z.ZodType>>): z.ZodType {
  const names = namesOf(shape);
  const isShort = new Set(names.filter(([written, name]) => written !== name).map(([, name]) => name));
  const members = names.map(([written, name]): [string, z.ZodType] => {
    const member = shape[name] ?? z.never();
    const inner = written === name ? writtenSchema(member, name) : withUnit(member, name);
    // Which of two names must be there, the attribute's own schema says at the end.
    const form = isOptional(member) || !isShort.has(name) ? inner : inner.optional();
    return [written, member.description === undefined ? form : form.meta({ description: member.description })];
  });
  const nameOf = new Map(names);
  return z
    .strictObject(Object.fromEntries(members))
    .transform((given) =>
      Object.fromEntries(
        Object.entries(given).flatMap(([written, value]) =>
          value === undefined ? [] : [[nameOf.get(written) ?? written, value]],
        ),
      ),
    );
}

/**
 * How a value is written by hand that a schema takes: members whose names have a unit without it, and their values as
 * texts with one (`timeout: 300ms` for `timeoutMs: 300`); what may be a count or a share as `2` or `25%`.
 *
 * @param schema - Of the value as it is kept.
 * @param name - Of the member that holds it, from which its unit is known; undefined at the top.
 * @returns A schema whose output the other takes, or refuses for what this one does not look at.
 */
export function writtenSchema(schema: z.ZodType, name?: string): z.ZodType {
  const { type, innerType, shape, element, options } = definitionOf(schema);
  if (type === 'optional' && innerType !== undefined) return writtenSchema(innerType, name).optional();
  if (type === 'object' && shape !== undefined) return writtenObject(shape);
  if (type === 'array' && element !== undefined) return z.array(writtenSchema(element, name ?? ''));
  if (type === 'union' && options !== undefined) {
    const forms = options.map((option) => writtenSchema(option, name ?? ''));
    return z.union(isCountOrShare(schema) ? [countOrShareSchema, ...forms] : forms);
  }
  if (type !== 'number') return schema;
  const unit = name === undefined ? undefined : unitOfName(name);
  return unit === undefined ? schema : z.union([schema, unit.written]);
}
