/** A request that cannot be served as asked: it carries the status and the words of the answer. */
export class HttpProblem extends Error {
  readonly status: number;
  /** Names the problem for programs, in kebab-case. */
  readonly code: string;

  constructor(status: number, code: string, detail: string) {
    super(detail);
    this.name = 'HttpProblem';
    this.status = status;
    this.code = code;
  }
}
