import { LineCounter, parseDocument } from 'yaml';
import type { ComposeProblem } from '../../../../src/kernel/index.ts';
import { placeOf } from './places.ts';
import type { PathStep } from './places.ts';

/** A compose file's text, and where it is from. */
export interface ComposeSource {
  readonly path: string;
  readonly text: string;
}

/** A file as plain values, with a way back to the lines. */
export interface ParsedFile {
  readonly content: unknown;
  readonly problems: readonly ComposeProblem[];
  /** Makes a problem of something found at a path. */
  problemAt(path: readonly PathStep[], found: string, accepted: string, at?: 'key' | 'value'): ComposeProblem;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `x-` keys are there to be referred to; what was referred to has been put in its place by then. */
function withoutExtensions(content: unknown): unknown {
  if (!isRecord(content)) return content;
  return Object.fromEntries(Object.entries(content).filter(([key]) => !key.startsWith('x-')));
}

/**
 * Reads YAML with anchors and merges.
 *
 * @param source - The file.
 */
export function parseFile(source: ComposeSource): ParsedFile {
  const lines = new LineCounter();
  const document = parseDocument(source.text, { lineCounter: lines, merge: true, prettyErrors: false });
  // Only the first: what follows in a file that is not well-formed mostly follows from it.
  const problems = [...document.errors, ...document.warnings].slice(0, 1).map(({ pos, message }): ComposeProblem => {
    const { line, col } = lines.linePos(pos[0]);
    return {
      kind: 'yaml',
      place: `${source.path}:${line}:${col}`,
      key: '',
      found: message,
      accepted: 'well-formed YAML',
    };
  });
  const problemAt: ParsedFile['problemAt'] = (path, found, accepted, at) => ({
    kind: 'form',
    place: `${source.path}:${placeOf(document, lines, path, at)}`,
    key: path.join('.'),
    found,
    accepted,
  });
  if (problems.length > 0) return { content: undefined, problems, problemAt };
  try {
    return { content: withoutExtensions(document.toJS()), problems, problemAt };
  } catch (thrown) {
    // Aliases that lead nowhere, or so many that the file is an attack on memory.
    const found = thrown instanceof Error ? thrown.message : String(thrown);
    return { content: undefined, problems: [problemAt([], found, 'aliases to anchors before them')], problemAt };
  }
}

/**
 * Goes through all texts of plain values.
 *
 * @param value - Maps, lists and scalars.
 * @param change - Given each text and the way to it; its answer takes the text's place.
 */
export function mapTexts(
  value: unknown,
  change: (text: string, path: readonly PathStep[]) => string,
  path: readonly PathStep[] = [],
): unknown {
  if (typeof value === 'string') return change(value, path);
  if (Array.isArray(value)) return value.map((item, index) => mapTexts(item, change, [...path, index]));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapTexts(item, change, [...path, key])]));
}
