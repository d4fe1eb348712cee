/** More distinct values of one segment than this are values of a parameter. */
export const mostLiteralsOfSegment = 24;

/** The name that a learned parameter gets. */
export const learnedParameter = '{value}';

interface Branch {
  readonly next: Map<string, Branch>;
  /** Set once the segments here have become one parameter. */
  isParameter: boolean;
}

function branch(): Branch {
  return { next: new Map(), isParameter: false };
}

/** Takes one branch's paths into another, below a segment that became a parameter. */
function graft(into: Branch, from: Branch): void {
  for (const [segment, theirs] of from.next) {
    const ours = into.next.get(segment);
    if (ours === undefined) into.next.set(segment, theirs);
    else graft(ours, theirs);
  }
  into.isParameter ||= from.isParameter;
  fold(into);
}

function fold(at: Branch): void {
  // The learned parameter is not among the branches before there is one.
  if (!at.isParameter && at.next.size <= mostLiteralsOfSegment) return;
  const literals = [...at.next.keys()].filter((segment) => segment !== learnedParameter);
  at.isParameter = true;
  const parameter = at.next.get(learnedParameter) ?? branch();
  at.next.set(learnedParameter, parameter);
  for (const literal of literals) {
    const below = at.next.get(literal);
    at.next.delete(literal);
    if (below !== undefined) graft(parameter, below);
  }
}

/**
 * Learns which segments of paths are parameters: those with too many distinct values. What it ends with depends on the
 * set of paths alone, not on their order, as branches only ever grow and a parameter stays one.
 */
export class PathLearner {
  readonly #root = branch();

  /**
   * Shows it a path.
   *
   * @returns Whether some segment has become a parameter by it.
   */
  learn(path: string): boolean {
    let at = this.#root;
    let learned = false;
    for (const segment of path.split('/')) {
      const name = at.isParameter ? learnedParameter : segment;
      let next = at.next.get(name);
      if (next === undefined) {
        next = branch();
        at.next.set(name, next);
        if (!at.isParameter) {
          fold(at);
          learned ||= at.isParameter;
        }
        if (at.isParameter) next = at.next.get(learnedParameter) ?? next;
      }
      at = next;
    }
    return learned;
  }

  /** The path as it is known by now. */
  template(path: string): string {
    let at: Branch | undefined = this.#root;
    return path
      .split('/')
      .map((segment) => {
        const name: string = at?.isParameter === true ? learnedParameter : segment;
        at = at?.next.get(name);
        return name;
      })
      .join('/');
  }
}
