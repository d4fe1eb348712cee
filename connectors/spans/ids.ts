const hexadecimal = /^[0-9a-f]+$/i;

/**
 * Shorter texts are names that somebody gave by hand. Ids are drawn at random and written without leading zeros by some
 * systems: one in 65,536 loses more than three of its digits so.
 */
const fewestDigits = 12;

/** A made-up id must not fill the memory. */
const longestId = 128;

function idOf(value: unknown, digits: number): string | undefined {
  if (typeof value !== 'string' || value === '' || value.length > longestId) return undefined;
  if (value.length < fewestDigits || value.length > digits || !hexadecimal.test(value)) return value;
  return value.toLowerCase().padStart(digits, '0');
}

/**
 * The id of a trace in a format that writes ids as text: lower-case, padded to 32 digits where it is one of 64 or 128 bits,
 * as it stands otherwise.
 *
 * @param value - Anything.
 * @returns `undefined` where it is no text, or too long for an id.
 */
export const traceIdOf = (value: unknown): string | undefined => idOf(value, 32);

/**
 * The id of a span in a format that writes ids as text: lower-case, padded to 16 digits where it is one of 64 bits, as it
 * stands otherwise.
 *
 * @param value - Anything.
 * @returns `undefined` where it is no text, or too long for an id.
 */
export const spanIdOf = (value: unknown): string | undefined => idOf(value, 16);
