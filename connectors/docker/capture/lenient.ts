import { z } from 'zod';

/**
 * Schemas of an answer that may lack anything: engines differ by version, and what speaks Docker's API is not always
 * Docker. What is not of the expected kind counts as absent, and never fails the whole.
 */

/** Ids and names are far shorter; a made-up one of any length must not fill the memory. */
const longestText = 4_096;

/**
 * A text from outside as it may be kept: whole characters, not too many.
 *
 * @param value - Any text.
 */
export const bounded = (value: string): string => value.slice(0, longestText).toWellFormed();

/** Undefined for an empty text, by which the engine says "none". */
export const text = z
  .string()
  .catch('')
  .transform((value) => (value === '' ? undefined : bounded(value)));

/** No count, size or time of an engine is larger, and sums of such numbers stay finite. */
const largestAmount = 1e21;

/** A number without which a member of a list counts as not there. */
export const requiredAmount = z.number().min(-largestAmount).max(largestAmount);

/** Undefined for what is not a number. */
export const amount = requiredAmount.optional().catch(() => undefined);

/** A number that only grows, or a size: undefined for what is not a number, and for one below zero. */
export const total = amount.transform((value) => (value === undefined || value < 0 ? undefined : value));

/** Undefined for 0 and below, by which the engine says "no limit"; engines count in whole numbers, and so for less than 1. */
export const limit = amount.transform((value) => (value === undefined || value < 1 ? undefined : value));

/** Nanoseconds, as milliseconds; undefined for 0, by which the engine says "as usual". */
export const durationMs = limit.transform((value) => (value === undefined ? undefined : value / 1e6));

/** False for what is not a boolean. */
export const flag = z.boolean().catch(false);

/** RFC 3339 as milliseconds since 1970; undefined for year one, by which the engine says "never". */
export const timeMs = z
  .string()
  .catch('')
  .transform((value) => {
    const parsedMs = Date.parse(value);
    return Number.isFinite(parsedMs) && parsedMs > 0 ? parsedMs : undefined;
  });

/**
 * A list, of which the members that are not as expected are left out.
 *
 * @param member - What a member must be.
 */
export const listOf = <Member extends z.ZodType>(member: Member) =>
  z
    .array(z.unknown())
    .catch([])
    .transform((members) =>
      members.flatMap((each): z.output<Member>[] => {
        const parsed = member.safeParse(each);
        return parsed.success ? [parsed.data] : [];
      }),
    );

/** Texts as they are, however long: they may be secrets, and are kept only through the kernel. */
export const words = listOf(z.string());

/** Undefined where there is no list at all, so that "none given" differs from "given as empty". */
export const wordsIfAny = z
  .array(z.string())
  .optional()
  .catch(() => undefined);

/** Texts that may be kept. */
export const texts = listOf(z.string().transform(bounded));

const isObject = (given: unknown): boolean => typeof given === 'object' && given !== null && !Array.isArray(given);

/**
 * The entries of a JSON object, of which those that are not as expected are left out. A list, so that no name can be
 * taken for a property that all objects have.
 *
 * @param value - What a value must be.
 */
export const entriesOf = <Value extends z.ZodType>(value: Value) =>
  z
    .custom<object>(isObject)
    .catch({})
    .transform((given) =>
      Object.entries(given).flatMap(([name, each]): (readonly [string, z.output<Value>])[] => {
        const parsed = value.safeParse(each);
        return parsed.success ? [[name, parsed.data] as const] : [];
      }),
    );

/**
 * A part of an answer, all of whose members count as absent where the part is.
 *
 * @param shape - Its members, each of them lenient.
 */
export const part = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.preprocess((given) => (isObject(given) ? given : {}), z.object(shape));
