import type { z } from 'zod';
import {
  formatPlace,
  locate,
  RegisteredError,
  similarNames,
  valueAt,
  withoutSecrets,
} from '../../../src/kernel/index.ts';
import type { ErrorDetails, ModelProblem, YamlNode, YamlStep } from '../../../src/kernel/index.ts';
import { configuredValue } from '../../../src/estate/written-facts/index.ts';
import type { Written } from '../enactment/index.ts';
import { knownKeys } from './known-keys.ts';

type Issue = z.core.$ZodIssue;

/** More than anybody mends at a time. */
const most = 50;

const longestFound = 80;

function shown(value: unknown): string {
  const text = withoutSecrets(value === undefined ? 'nothing' : JSON.stringify(value));
  return text.length <= longestFound ? text : `${text.slice(0, longestFound - 1)}…`;
}

/** What the library calls types, in words for whoever writes it. */
const typeNames: Readonly<Record<string, string>> = {
  number: 'a number',
  int: 'a whole number',
  string: 'a text',
  boolean: 'true or false',
  object: 'a mapping',
  record: 'a mapping',
  array: 'a list',
};

/** What would be accepted, without the library's words around it. */
function acceptedText(issue: Issue): string {
  if (issue.code === 'invalid_type' && issue.message.startsWith('Invalid')) {
    return typeNames[issue.expected] ?? issue.expected;
  }
  if (issue.code === 'invalid_value' && issue.values.length > 1) return `one of ${issue.values.map(String).join(', ')}`;
  return issue.message
    .replace(/^Invalid (?:input|option): (?:expected )?/, '')
    .replace(/^Too (?:small|big): expected /, '');
}

const keysOf = (value: unknown): readonly string[] =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value) : [];

/** The keys that may be there, those that are most like what was written first. */
function nearestText(key: string, known: readonly string[]): string {
  if (known.length > 12) return `one of ${known.length}, such as ${similarNames(key, known, 5).join(', ')}`;
  return known.length === 0 ? 'no key at all' : `one of ${similarNames(key, known, known.length).join(', ')}`;
}

/** How far what was written is from a form: keys that it lacks, and keys that it has beyond it. */
function distanceOf(issues: readonly Issue[], value: unknown): number {
  let distance = 0;
  for (const issue of issues) {
    const isHere = issue.path.length === 0;
    if (issue.code === 'unrecognized_keys') distance += issue.keys.length;
    else if (isHere && issue.code === 'invalid_union') {
      distance += Math.min(...issue.errors.map((errors) => distanceOf(errors, value)));
    } else if (isHere) return Infinity;
    else distance += valueAt(value, issue.path) === undefined ? 1 : 0.5;
  }
  return distance;
}

/** Of alternatives, the one that comes nearest: its own issues say more than that none fits. */
function nearest({ errors }: z.core.$ZodIssueInvalidUnion, value: unknown): readonly Issue[] | undefined {
  const distances = errors.map((issues) => distanceOf(issues, value));
  const least = Math.min(...distances);
  const found = errors.filter((_, at) => distances[at] === least);
  return least < Infinity && found.length === 1 ? found[0] : undefined;
}

/** What is wrong with one file, each with its place. */
export class FileProblems {
  readonly problems: ModelProblem[] = [];
  readonly #file: string;
  readonly #root: YamlNode | undefined;

  /**
   * @param file - How it is called.
   * @param root - Its content with places; undefined where it could not be read.
   */
  constructor(file: string, root: YamlNode | undefined) {
    this.#file = file;
    this.#root = root;
  }

  /** Where something stands. */
  placeOf(path: readonly YamlStep[], at: 'key' | 'value' = 'value'): string {
    return this.#root === undefined ? this.#file : formatPlace(locate(this.#root, path, at));
  }

  /** One problem. */
  tell(path: readonly YamlStep[], found: string, accepted: string, at: 'key' | 'value' = 'value'): void {
    this.tellAt(this.placeOf(path, at), path, found, accepted);
  }

  /** One problem at a place of which the file knows. */
  tellAt(place: string, path: readonly YamlStep[], found: string, accepted: string): void {
    if (this.problems.length < most) this.problems.push({ place, key: path.join('.'), found, accepted });
  }

  /**
   * The issues of a check.
   *
   * @param issues - As the schema gave them.
   * @param content - That was checked.
   * @param schema - That was checked with.
   * @param at - Where that stands in the file, by its path.
   */
  tellIssues(
    issues: readonly Issue[],
    content: unknown,
    schema: z.core.$ZodType,
    at: (path: readonly YamlStep[]) => readonly YamlStep[],
    base: readonly YamlStep[] = [],
  ): void {
    for (const issue of issues) {
      const path = [...base, ...issue.path.map((key) => (typeof key === 'number' ? key : String(key)))];
      if (issue.code === 'invalid_union') {
        const meant = nearest(issue, valueAt(content, path));
        const value = valueAt(content, path);
        const known = knownKeys(schema, path);
        const unknown = known.length === 0 ? [] : keysOf(value).filter((key) => !known.includes(key));
        if (meant !== undefined) this.tellIssues(meant, content, schema, at, path);
        else if (unknown.length > 0) {
          // No form has these: which one was meant need not be known to say so.
          for (const key of unknown)
            this.tell(at([...path, key]), `the unknown key ${shown(key)}`, nearestText(key, known), 'key');
        } else this.tell(at(path), shown(value), unionText(issue));
      } else if (issue.code === 'unrecognized_keys') {
        for (const key of issue.keys) {
          const known = knownKeys(schema, path);
          this.tell(at([...path, key]), `the unknown key ${shown(key)}`, nearestText(key, known), 'key');
        }
      } else if (issue.code === 'invalid_key') {
        this.tell(at(path), `the name ${shown(path.at(-1))}`, issue.issues[0]?.message ?? issue.message, 'key');
      } else this.tell(at(path), shown(valueAt(content, path)), acceptedText(issue));
    }
  }

  /** A name that is not there, with those that are most like it. */
  tellName(path: readonly YamlStep[], what: string, name: string, names: readonly string[]): void {
    const similar = similarNames(name, names, 3).join(', ');
    this.tell(path, `${shown(name)}, which is no ${what}`, similar === '' ? `a ${what}` : `such as ${similar}`);
  }

  /**
   * Reads a list of actions or faults.
   *
   * @param path - Where the list stands.
   * @param written - As the file has them.
   * @param read - Of the vocabulary.
   * @returns Those that could be read; what is wrong with the others is told.
   */
  readWords<Word>(
    path: readonly YamlStep[],
    written: readonly Readonly<Record<string, unknown>>[],
    read: (given: unknown, place: string) => Word,
  ): Word[] {
    return written.flatMap((given, at) => {
      try {
        return [read(given, `${this.#file}: ${[...path, at].join('.')}`)];
      } catch (thrown) {
        if (!(thrown instanceof RegisteredError)) throw thrown;
        this.#tellWord([...path, at], thrown as RegisteredError);
        return [];
      }
    });
  }

  /**
   * Actions as files have them, in which the values of `configure` are as facts keep them: they are written as facts are.
   *
   * @param path - Where the list stands.
   * @param written - As the file has them.
   * @returns One whose value cannot be read as it was; what is wrong with it is told.
   */
  withKeptValues(path: readonly YamlStep[], written: readonly Written[]): readonly Written[] {
    return written.map((given, at) => {
      const read = configuredValue(given);
      if ('written' in read) return read.written;
      this.tellIssues(read.issues, read.value, read.schema, (inside) => [...path, at, 'value', ...inside]);
      return given;
    });
  }

  #tellWord(path: readonly YamlStep[], error: RegisteredError): void {
    if (error.code === 'vocabulary-name-unknown') {
      const { vocabulary, name, similar } = error.details as ErrorDetails<'vocabulary-name-unknown'>;
      this.tellName([...path, vocabulary], vocabulary, name, similar);
      return;
    }
    const { problems } = error.details as ErrorDetails<'vocabulary-entry-invalid'>;
    for (const { parameter, found, accepted } of problems) {
      this.tell(parameter === '' ? path : [...path, parameter], found, accepted);
    }
  }

  /** @throws RegisteredError `scenario-invalid` where anything was told */
  throwIfAny(): void {
    if (this.problems.length > 0) throw new RegisteredError('scenario-invalid', { problems: this.problems });
  }
}

function unionText(issue: z.core.$ZodIssueInvalidUnion): string {
  if (!issue.message.startsWith('Invalid input')) return issue.message;
  const texts = issue.errors.flatMap((issues) => issues.map(acceptedText));
  return [...new Set(texts)].slice(0, 3).join(', or ');
}
