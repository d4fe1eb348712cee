import { stripVTControlCharacters } from 'node:util';

/**
 * Text as a terminal may be given it. What came from outside (a log line, a health check, a service's name) may carry
 * control sequences, which a terminal would obey, or marks that turn the direction of writing round, so that a name reads as
 * another: they are dropped; line ends and tabs stay.
 *
 * @param text - From anywhere.
 */
export function terminalText(text: string): string {
  return stripVTControlCharacters(text).replaceAll(
    /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/g,
    '',
  );
}
