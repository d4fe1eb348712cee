import { RegisteredError } from '../../src/kernel/index.ts';
import { jsonSyntaxError } from './syntax-error.ts';

/**
 * Parses a JSON document.
 *
 * @param text - The document.
 * @param path - Of the file that it is, for messages.
 * @throws RegisteredError `input-malformed` with line and column; none of the text is repeated, as the engine's own
 * messages would.
 */
export function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (thrown) {
    const { line, column, found } = jsonSyntaxError(text);
    const place = `line ${line}, column ${column}`;
    throw new RegisteredError('input-malformed', { path, place, found, accepted: 'JSON' }, { cause: thrown });
  }
}
