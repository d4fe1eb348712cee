import type { Json } from '../canonical-json.ts';
import type { Parameters } from './parameter.ts';
import type { Tiers } from './tier.ts';

/** What entries of both vocabularies have; the name is the entry's key. */
export interface Word {
  /** One line for people, no full stop. */
  readonly about: string;
  /** What others call it. Not accepted: who writes it is told the name. */
  readonly alsoKnownAs?: readonly string[];
  readonly parameters: Parameters;
  /** Of these parameters at least one must be given. */
  readonly atLeastOne?: readonly string[];
  /** Of these parameters exactly one must be given. */
  readonly exactlyOne?: readonly string[];
  readonly tiers: Tiers;
  /** What a tier leaves out that runs it partly. */
  readonly caveat?: string;
  /** Parameters as they stand in a file. */
  readonly example: Readonly<Record<string, Json>>;
}

/** A word with the name of its family, which is the file that it stands in. */
export type InFamily<Entry, Family extends string> = Entry & { readonly family: Family };

/**
 * Adds the family to entries that stand in one file.
 *
 * @param family - The name of the family.
 * @param entries - The entries by name.
 */
export function inFamily<const Family extends string, Entries extends Readonly<Record<string, Word>>>(
  family: Family,
  entries: Entries,
): { readonly [Name in keyof Entries]: InFamily<Entries[Name], Family> } {
  const named = Object.entries(entries).map(([name, entry]) => [name, Object.freeze({ ...entry, family })]);
  return Object.fromEntries(named) as { readonly [Name in keyof Entries]: InFamily<Entries[Name], Family> };
}
