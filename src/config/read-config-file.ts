import { readFile, stat } from 'node:fs/promises';
import { closest } from 'fastest-levenshtein';
import { isNode, isScalar, isMap, LineCounter, parseDocument } from 'yaml';
import type { Document } from 'yaml';
import type { z } from 'zod';
import { RegisteredError, withoutCredentials } from '../kernel/index.ts';
import type { ConfigProblem } from '../kernel/index.ts';
import { configFileSchema } from './schema.ts';
import type { ConfigFile } from './schema.ts';

/**
 * A hand-written file is never this long; a larger one was named by mistake. The parser compares each key of a mapping with
 * all others: a file of this size takes it well under a second, one of a megabyte minutes.
 */
const largestFileBytes = 64 * 1024;

const longestFoundCharacters = 60;

/** More than anybody mends at a time; a file with more is another file. */
const mostProblems = 50;

/** A key that stands twice is a mistake, but all the rest can still be checked. */
const duplicateKey = 'DUPLICATE_KEY';

/** Keys whose value is not repeated in a message: it may hold a password. */
const secretKeys: ReadonlySet<string> = new Set(['url']);

type Path = readonly PropertyKey[];

/** What was read from the file, and everything that is wrong with it. */
export interface ConfigFileReading {
  readonly value: ConfigFile;
  readonly problems: readonly ConfigProblem[];
}

/**
 * Shows a value in one line of bounded length, as a message may repeat it.
 *
 * @param value - What was found.
 */
export function showFound(value: unknown): string {
  const text = withoutCredentials(value === undefined ? 'nothing' : JSON.stringify(value));
  return text.length <= longestFoundCharacters ? text : `${text.slice(0, longestFoundCharacters - 3)}...`;
}

const lineAndColumn = (lines: LineCounter, offset: number): string => {
  const { line, col } = lines.linePos(offset);
  return `:${line}:${col}`;
};

/** Where a value stands in the text: `:3:5`, or the nearest parent's place where it has none of its own. */
function placeOf(document: Document, lines: LineCounter, path: Path): string {
  for (let depth = path.length; depth >= 0; depth -= 1) {
    const node: unknown = depth === 0 ? document.contents : document.getIn(path.slice(0, depth), true);
    if (isNode(node) && node.range !== undefined && node.range !== null) return lineAndColumn(lines, node.range[0]);
  }
  return '';
}

/** Where each key of a mapping stands, by the name that the checked value has for it. */
function placesOfKeys(document: Document, lines: LineCounter, path: Path): ReadonlyMap<string, string> {
  const node: unknown = path.length === 0 ? document.contents : document.getIn(path, true);
  if (!isMap(node)) return new Map();
  return new Map(
    node.items.flatMap(({ key }): [string, string][] => {
      if (!isNode(key) || key.range === undefined || key.range === null) return [];
      return [[isScalar(key) ? String(key.value) : String(key), lineAndColumn(lines, key.range[0])]];
    }),
  );
}

/** The keys that the schema knows at a path. */
function knownKeysAt(path: Path): readonly string[] {
  let schema: z.core.$ZodType = configFileSchema;
  for (const key of path) {
    while ('innerType' in schema._zod.def) schema = schema._zod.def.innerType as z.core.$ZodType;
    const shape = (schema as z.ZodObject).shape as Record<string, z.core.$ZodType>;
    schema = shape[String(key)] ?? configFileSchema;
  }
  while ('innerType' in schema._zod.def) schema = schema._zod.def.innerType as z.core.$ZodType;
  return Object.keys((schema as z.ZodObject).shape);
}

/** The problems of one schema issue: one for each unknown key, else one. */
function problemsOf(issue: z.core.$ZodIssue, file: string, document: Document, lines: LineCounter): ConfigProblem[] {
  if (issue.code === 'unrecognized_keys') {
    const known = knownKeysAt(issue.path);
    const places = placesOfKeys(document, lines, issue.path);
    return issue.keys.slice(0, mostProblems + 1).map((key) => ({
      place: `${file}${places.get(key) ?? placeOf(document, lines, issue.path)}`,
      found: `the unknown key ${showFound(key)}`,
      accepted: `one of ${known.join(', ')} (did you mean ${closest(key, [...known])}?)`,
    }));
  }
  const key = issue.path.at(-1);
  const value: unknown = document.getIn(issue.path);
  return [
    {
      place: `${file}${placeOf(document, lines, issue.path)}`,
      found:
        typeof key === 'string' && secretKeys.has(key)
          ? `a value of ${issue.path.map(String).join('.')} (not shown, it may hold a password)`
          : `${issue.path.map(String).join('.') || 'the file'} = ${showFound(isNode(value) ? value.toJSON() : value)}`,
      accepted: issue.message,
    },
  ];
}

/**
 * Checks the text of a configuration file strictly, and finds all of its mistakes at a time.
 *
 * @param text - The YAML.
 * @param file - How to call the file in problems.
 */
export function checkConfigText(text: string, file: string): ConfigFileReading {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const syntax = document.errors.map((error) => ({
    place: `${file}${lineAndColumn(lines, error.pos[0])}`,
    found: error.code === duplicateKey ? 'a key that stands twice' : `text that is not YAML: ${error.message}`,
    accepted: error.code === duplicateKey ? 'each key once' : 'YAML 1.2',
  }));
  if (document.errors.some(({ code }) => code !== duplicateKey)) return { value: {}, problems: capped(syntax, file) };
  let content: unknown;
  try {
    content = document.toJS() ?? {};
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    return { value: {}, problems: [{ place: file, found: reason, accepted: 'YAML whose aliases are known and few' }] };
  }
  const checked = configFileSchema.safeParse(content);
  const mistakes = checked.success
    ? []
    : checked.error.issues.flatMap((issue) => problemsOf(issue, file, document, lines));
  return { value: checked.data ?? {}, problems: capped([...syntax, ...mistakes], file) };
}

function capped(problems: readonly ConfigProblem[], file: string): readonly ConfigProblem[] {
  if (problems.length <= mostProblems) return problems;
  const rest = { place: file, found: 'more mistakes than are listed', accepted: 'a configuration of Backlot' };
  return [...problems.slice(0, mostProblems), rest];
}

/**
 * Reads and checks a configuration file.
 *
 * @param path - The file.
 * @throws RegisteredError `config-unreadable` where it cannot be read, is too large or is not UTF-8.
 */
export async function readConfigFile(path: string): Promise<ConfigFileReading> {
  let bytes: Uint8Array;
  try {
    const found = await stat(path);
    // A device or a pipe has no end, or waits for ever.
    if (!found.isFile()) throw new RegisteredError('config-unreadable', { path, reason: 'it is not a regular file' });
    if (found.size > largestFileBytes) {
      const reason = `it has ${found.size} bytes; at most ${largestFileBytes} are read`;
      throw new RegisteredError('config-unreadable', { path, reason });
    }
    bytes = await readFile(path);
  } catch (thrown) {
    if (thrown instanceof RegisteredError) throw thrown;
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    throw new RegisteredError('config-unreadable', { path, reason }, { cause: thrown });
  }
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (thrown) {
    throw new RegisteredError('config-unreadable', { path, reason: 'it is not UTF-8 text' }, { cause: thrown });
  }
  return checkConfigText(text, path);
}
