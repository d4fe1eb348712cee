import { RegisteredError } from '../../src/kernel/index.ts';
import type { CoverageCount } from '../../src/kernel/index.ts';
import { linesOf, tooLarge } from '../files/index.ts';
import type { Input, Line } from '../files/index.ts';
import { decodeTracesJson } from '../otlp/index.ts';
import { isObject, parseJson } from '../parsed-json/index.ts';
import type { Span } from '../spans/index.ts';

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** One line of a file that has an export a line. */
function ofLine({ text, number, isEnded }: Line, path: string, coverage: CoverageCount): readonly Span[] {
  const place = `${path}:${number}`;
  const body = tryParse(text);
  if (body === undefined) {
    // The last line of a file that a collector writes to at this moment is seldom whole.
    coverage.notUnderstood(isEnded ? 'lines that are no JSON' : 'a last line that is cut off', place);
    return [];
  }
  try {
    return decodeTracesJson(body, place, coverage).spans;
  } catch (thrown) {
    if (!(thrown instanceof RegisteredError)) throw thrown;
    coverage.notUnderstood('lines that are no OTLP trace export', place);
    return [];
  }
}

/**
 * Reads OTLP in JSON: an export a line, as the OpenTelemetry collector's file exporter writes it, or one document over any
 * number of lines. Which of them it is shows in the first line: alone it is JSON, or it is not.
 *
 * @param input - The file.
 * @param coverage - Counts what was read and what was not understood.
 * @throws RegisteredError `input-malformed` and `input-too-large` of one document, and what reading the file throws.
 */
export async function* readOtlpJson(
  input: Input,
  coverage: CoverageCount,
): AsyncGenerator<readonly Span[], void, undefined> {
  const { path } = input;
  /** The lines of one document; undefined where each line is one. */
  let document: string[] | undefined;
  let firstLine = 1;
  let isFirst = true;
  let length = 0;
  for await (const line of linesOf(input)) {
    if (document?.length === 1 && isAfterBrokenLine(document, line)) {
      coverage.notUnderstood('lines that are no JSON', `${path}:${line.number - 1}`);
      document = undefined;
    }
    if (document !== undefined) {
      length += line.text.length + 1;
      if (length > input.limits.largestPieceBytes) throw tooLarge(input, 'a JSON document of more than');
      document.push(line.text);
      continue;
    }
    if (line.text.trim() === '') continue;
    if (isFirst && tryParse(line.text) === undefined) {
      document = [line.text];
      firstLine = line.number;
    } else yield ofLine(line, path, coverage);
    isFirst = false;
  }
  if (document === undefined) return;
  // So that the lines of an error are those of the file.
  const text = `${'\n'.repeat(firstLine - 1)}${document.join('\n')}`;
  yield decodeTracesJson(parseJson(text, path), path, coverage).spans;
}

/**
 * Whether the line before this one was not the beginning of a document but an export that lost its beginning or its end:
 * this one is a whole export, and the document that the other would begin is no list of them.
 */
const isAfterBrokenLine = ([first = '']: readonly string[], line: Line): boolean =>
  !first.trimStart().startsWith('[') && isObject(tryParse(line.text));
