import { distance } from 'fastest-levenshtein';
import { compareText } from './compare-text.ts';

/** Comparing takes time by the product of two lengths; beyond this nobody has mistyped anything. */
const longestName = 100;

/**
 * The names that a person may have meant: those that hold what was typed, then those that differ by the fewest letters.
 *
 * @param typed - What was typed.
 * @param names - Those that there are.
 * @param most - So many are given at most.
 */
export function similarNames(typed: string, names: readonly string[], most: number): readonly string[] {
  const wanted = typed.toLowerCase().slice(0, longestName);
  const ranked = names.map((name) => {
    const lower = name.toLowerCase().slice(0, longestName);
    return { name, rank: wanted !== '' && lower.includes(wanted) ? -1 : distance(wanted, lower) };
  });
  return ranked
    .sort((a, b) => a.rank - b.rank || compareText(a.name, b.name))
    .slice(0, most)
    .map(({ name }) => name);
}
