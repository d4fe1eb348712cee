import type { z } from 'zod';
import { formatPlace, locate, RegisteredError, similarNames, withoutSecrets } from '../../src/kernel/index.ts';
import type { ModelProblem, YamlNode, YamlStep } from '../../src/kernel/index.ts';

type Issue = z.core.$ZodIssue;

/** More than anybody mends at a time. */
const most = 50;

const longestFound = 80;

function shown(value: unknown): string {
  const text = withoutSecrets(value === undefined ? 'nothing' : JSON.stringify(value));
  return text.length <= longestFound ? text : `${text.slice(0, longestFound - 1)}…`;
}

function valueAt(content: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, key)
        ? (value as Record<PropertyKey, unknown>)[key]
        : undefined,
    content,
  );
}

/** The library's words for what it expected, without what it says around it. */
const acceptedText = ({ message }: Issue): string =>
  message
    .replace(/^Invalid (?:input|option): /, '')
    .replace(/^expected /, '')
    .replace(/, received .*$/, '');

/** Of alternatives, the one that comes nearest: its own issues say more than that none fits. */
function nearest({ errors }: z.core.$ZodIssueInvalidUnion): readonly Issue[] | undefined {
  const inside = errors.filter((issues) => issues.every(({ path }) => path.length > 0) || issues.some(isAboutKeys));
  return inside.length === 1 ? inside[0] : undefined;
}

const isAboutKeys = ({ code }: Issue): boolean => code === 'unrecognized_keys';

/** What is wrong with one scenario file, each with its place. */
export class ScenarioProblems {
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

  /** One problem. */
  tell(path: readonly YamlStep[], found: string, accepted: string, at: 'key' | 'value' = 'value'): void {
    const place = this.#root === undefined ? this.#file : formatPlace(locate(this.#root, path, at));
    this.tellAt(place, path, found, accepted);
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
   * @param at - Where that stands in the file, by its path.
   * @param known - The names that a mapping of unknown keys may have, where they can be told.
   */
  tellIssues(issues: readonly Issue[], content: unknown, at: (path: readonly YamlStep[]) => readonly YamlStep[]): void {
    for (const issue of issues) {
      const path = issue.path.map((key) => (typeof key === 'number' ? key : String(key)));
      if (issue.code === 'invalid_union') {
        const meant = nearest(issue);
        if (meant !== undefined) this.tellIssues(meant, valueAt(content, path), (inner) => at([...path, ...inner]));
        else this.tell(at(path), shown(valueAt(content, path)), unionText(issue));
      } else if (issue.code === 'unrecognized_keys') {
        for (const key of issue.keys) {
          this.tell(
            at([...path, key]),
            `the unknown key ${shown(key)}`,
            'one that docs/scenario-format.md lists',
            'key',
          );
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

  /** @throws RegisteredError `scenario-invalid` where anything was told */
  throwIfAny(): void {
    if (this.problems.length > 0) throw new RegisteredError('scenario-invalid', { problems: this.problems });
  }
}

function unionText(issue: z.core.$ZodIssueInvalidUnion): string {
  if (issue.message !== 'Invalid input') return issue.message;
  const texts = issue.errors.flatMap((issues) => issues.map(acceptedText));
  return [...new Set(texts)].slice(0, 3).join(', or ');
}
