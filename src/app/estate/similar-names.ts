import { distance } from 'fastest-levenshtein';

/** A person reads this many and takes one. */
const mostNames = 8;

/** Comparing takes time by the product of two lengths; beyond this nobody has mistyped anything. */
const longestName = 100;

/**
 * The names that a person may have meant: those that hold what was typed, then those that differ by the fewest letters.
 *
 * @param typed - What was typed.
 * @param names - Those that there are.
 */
export function similarNames(typed: string, names: readonly string[]): readonly string[] {
  const wanted = typed.toLowerCase().slice(0, longestName);
  const ranked = names.map((name) => {
    const lower = name.toLowerCase().slice(0, longestName);
    return { name, rank: wanted !== '' && lower.includes(wanted) ? -1 : distance(wanted, lower) };
  });
  return ranked
    .sort((a, b) => a.rank - b.rank || (a.name < b.name ? -1 : 1))
    .slice(0, mostNames)
    .map(({ name }) => name);
}
