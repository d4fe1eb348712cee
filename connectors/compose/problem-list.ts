import { formatPlace, RegisteredError } from '../../src/kernel/index.ts';
import type { ComposeProblem, ComposeProblemKind, YamlPlace } from '../../src/kernel/index.ts';

/** More than anybody mends at a time; a file with more is another file. */
const mostProblems = 50;

/** Collects what is wrong with a project, so that a person gets it all at once. */
export class ProblemList {
  readonly #problems = new Map<string, ComposeProblem>();

  /**
   * Notes a problem; one that services share by an anchor is told once.
   *
   * @param kind - What kind of mistake.
   * @param place - Where it stands, also as `compose.yaml:12:5`.
   * @param key - The dotted key.
   * @param found - What was found; never a value that may be secret.
   * @param accepted - What would be taken instead.
   */
  add(kind: ComposeProblemKind, place: YamlPlace | string, key: string, found: string, accepted: string): void {
    const problem = {
      kind,
      place: typeof place === 'string' ? place : formatPlace(place),
      key: key.slice(0, 200),
      found,
      accepted,
    };
    const identity = `${problem.place} ${found}`;
    if (!this.#problems.has(identity)) this.#problems.set(identity, problem);
  }

  /** What was noted, in the order met. */
  get problems(): readonly ComposeProblem[] {
    return [...this.#problems.values()];
  }

  /**
   * Goes on only where nothing was noted.
   *
   * @throws RegisteredError `compose-invalid`, with all problems in the order of the files
   */
  refuse(): void {
    if (this.#problems.size === 0) return;
    const all = this.problems.map((problem, index) => ({ problem, index }));
    const problems = all
      .sort((a, b) => comparePlaces(a.problem.place, b.problem.place) || a.index - b.index)
      .map(({ problem }) => problem);
    const rest = problems.length - mostProblems;
    const [first] = problems;
    if (rest <= 0 || first === undefined) throw new RegisteredError('compose-invalid', { problems });
    const more = {
      ...first,
      key: '',
      found: `${rest} more problems than are listed`,
      accepted: 'a file of Docker Compose',
    };
    throw new RegisteredError('compose-invalid', { problems: [...problems.slice(0, mostProblems), more] });
  }
}

function comparePlaces(left: string, right: string): number {
  const [, leftFile = '', leftLine, leftColumn] = /^(.*):(\d+):(\d+)$/s.exec(left) ?? [];
  const [, rightFile = '', rightLine, rightColumn] = /^(.*):(\d+):(\d+)$/s.exec(right) ?? [];
  if (leftFile !== rightFile) return 0;
  return Number(leftLine) - Number(rightLine) || Number(leftColumn) - Number(rightColumn);
}
