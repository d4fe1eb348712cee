import { readFile, stat } from 'node:fs/promises';
import { closest } from 'fastest-levenshtein';
import { z } from 'zod';
import {
  formatPlace,
  locate,
  parseYaml,
  plainValue,
  reasonOf,
  RegisteredError,
  withoutCredentials,
} from '../kernel/index.ts';
import type { ConfigProblem, YamlNode, YamlProblem } from '../kernel/index.ts';
import { configFileSchema } from './schema.ts';
import type { ConfigFile } from './schema.ts';

/** A hand-written file is never this long; a larger one was named by mistake. */
const largestFileBytes = 64 * 1024;

const longestFoundCharacters = 60;

/** More than anybody mends at a time; a file with more is another file. */
const mostProblems = 50;

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

/** Where something stands: its key, as that is what a person looks for, or its value. */
function placeOf(root: YamlNode | undefined, file: string, path: Path, at: 'key' | 'value'): string {
  const steps = path.map((step) => (typeof step === 'number' ? step : String(step)));
  return root === undefined ? file : formatPlace(locate(root, steps, at));
}

function valueAt(content: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (value, step) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, step)
        ? (value as Record<PropertyKey, unknown>)[step]
        : undefined,
    content,
  );
}

/** A schema without what says that it may be left out. */
function required(schema: z.core.$ZodType): z.core.$ZodType {
  let inner = schema;
  while ('innerType' in inner._zod.def) inner = inner._zod.def.innerType as z.core.$ZodType;
  return inner;
}

/** The keys that the schema knows at a path. */
function knownKeysAt(path: Path): readonly string[] {
  let schema: z.core.$ZodType = required(configFileSchema);
  for (const key of path) {
    if (schema instanceof z.ZodArray) schema = required(schema.element);
    else if (schema instanceof z.ZodObject) {
      const { shape } = schema as z.ZodObject<Readonly<Record<string, z.core.$ZodType>>>;
      schema = required(shape[String(key)] ?? configFileSchema);
    }
  }
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

/** The problems of one schema issue: one for each unknown key, else one. */
function problemsOf(
  issue: z.core.$ZodIssue,
  file: string,
  root: YamlNode | undefined,
  content: unknown,
): readonly ConfigProblem[] {
  if (issue.code === 'unrecognized_keys') {
    const known = knownKeysAt(issue.path);
    return issue.keys.slice(0, mostProblems + 1).map((key) => ({
      place: placeOf(root, file, [...issue.path, key], 'key'),
      found: `the unknown key ${showFound(key)}`,
      accepted: `one of ${known.join(', ')} (did you mean ${closest(key, [...known])}?)`,
    }));
  }
  const key = issue.path.at(-1);
  const name = issue.path.map(String).join('.');
  const isSecret = typeof key === 'string' && secretKeys.has(key);
  return [
    {
      place: placeOf(root, file, issue.path, 'value'),
      found: isSecret
        ? `a value of ${name} (not shown, it may hold a password)`
        : `${name || 'the file'} = ${showFound(valueAt(content, issue.path))}`,
      accepted: issue.message,
    },
  ];
}

function yamlProblem({ place, problem, found, accepted }: YamlProblem): ConfigProblem {
  const isDuplicate = problem === 'duplicate-key';
  return { place: formatPlace(place), found: isDuplicate ? 'a key that stands twice' : found, accepted };
}

/**
 * Checks the text of a configuration file strictly, and finds all of its mistakes at a time.
 *
 * @param text - The YAML.
 * @param file - How to call the file in problems.
 */
export function checkConfigText(text: string, file: string): ConfigFileReading {
  const duplicates: ConfigProblem[] = [];
  const { documents, problem } = parseYaml(text, file, (duplicate) => duplicates.push(yamlProblem(duplicate)));
  if (problem !== undefined) return { value: {}, problems: capped([...duplicates, yamlProblem(problem)], file) };
  const [root, second] = documents;
  const content = root === undefined ? {} : plainValue(root);
  const checked = configFileSchema.safeParse(content);
  const issues = checked.error?.issues ?? [];
  const mistakes = issues.flatMap((issue) => problemsOf(issue, file, root, content));
  const more =
    second === undefined ? [] : [{ place: formatPlace(second.place), found: 'a second document', accepted: 'one' }];
  return { value: checked.data ?? {}, problems: capped([...duplicates, ...more, ...mistakes], file) };
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
    const reason = reasonOf(thrown);
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
