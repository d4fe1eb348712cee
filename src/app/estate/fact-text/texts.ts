import type { AttributeName, AttributeValueOf } from '../../../estate/index.ts';

/** How the value of each attribute is said; what is not in it is said as it is. */
export type Texts = { readonly [Name in AttributeName]?: (value: AttributeValueOf<Name>) => string };

/**
 * The parts that there are, after commas.
 *
 * @param parts - What is undefined is left out.
 */
export const listed = (...parts: readonly (string | undefined)[]): string =>
  parts.filter((part) => part !== undefined && part !== '').join(', ');

/**
 * A count with its noun: `1 retry`, `3 retries`.
 *
 * @param count - How many.
 * @param one - The noun, of one.
 * @param many - The noun, of several.
 */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
