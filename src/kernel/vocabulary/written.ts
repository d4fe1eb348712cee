/** So much of a text says which one it is. */
const longestShown = 60;

const cut = (text: string): string => (text.length > longestShown ? `${text.slice(0, longestShown)}…` : text);

/**
 * What stood somewhere, for a message: of lists and mappings only that they are.
 *
 * @param given - Anything.
 */
export function writtenValue(given: unknown): string {
  if (given === undefined) return 'nothing';
  if (typeof given === 'string') return JSON.stringify(cut(given));
  if (typeof given === 'number' || typeof given === 'boolean' || given === null) return String(given);
  return Array.isArray(given) ? 'a list' : typeof given === 'object' ? 'a mapping' : `a ${typeof given}`;
}

/**
 * A name that stood somewhere, for a message: in quotes where it is no plain word.
 *
 * @param name - Any text.
 */
export function writtenName(name: string): string {
  return /^[\w.-]+$/.test(name) ? cut(name) : JSON.stringify(cut(name));
}
