import { z } from 'zod';
import { tierNames } from '../../kernel/index.ts';
import type { ListedWord } from './word-schema.ts';

/** The option that takes the words that one tier can run. */
export const tierOption = z
  .enum(tierNames, { error: `one of ${tierNames.join(', ')}` })
  .optional()
  .describe('only those that this tier of the twin can run, in whole or in part');

/**
 * The option that takes the words of one family.
 *
 * @param families - Of every word, its family.
 */
export function familyOption(families: readonly string[]): z.ZodOptional<z.ZodType<string, string>> {
  const distinct = [...new Set(families)];
  return z
    .enum(distinct, { error: `one of ${distinct.join(', ')}` })
    .optional()
    .describe('only those of this family');
}

/** Which words are asked for. */
export interface WordChoice {
  readonly name?: string | undefined;
  readonly family?: string | undefined;
  readonly tier?: keyof ListedWord['tiers'] | undefined;
}

/**
 * Whether a word is asked for.
 *
 * @param word - The word.
 * @param choice - What is asked for: what is left out does not matter.
 */
export function isChosen(word: ListedWord, { name, family, tier }: WordChoice): boolean {
  return (
    (name === undefined || word.name === name) &&
    (family === undefined || word.family === family) &&
    (tier === undefined || word.tiers[tier] !== 'no')
  );
}
