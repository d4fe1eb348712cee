import { stripVTControlCharacters } from 'node:util';

/**
 * Text as a terminal may be given it. What came from outside (a log line, a health check, a service's name) may carry
 * control sequences, which a terminal would obey: they are dropped; line ends and tabs stay.
 *
 * @param text - From anywhere.
 */
export function terminalText(text: string): string {
  return stripVTControlCharacters(text).replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '');
}
