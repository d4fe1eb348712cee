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
