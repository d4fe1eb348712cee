/** How a dependency failed its caller. */
export type DependencyFailure = 'timeout' | 'connection' | 'saturated' | 'status' | 'malformed';

const answerStatus: Readonly<Record<DependencyFailure, number>> = {
  timeout: 504,
  connection: 503,
  saturated: 503,
  status: 502,
  malformed: 502,
};

/** A dependency did not do its part: the fault is neither the caller's nor this service's. */
export class DependencyError extends Error {
  /** The dependency's name in this estate. */
  readonly dependency: string;
  readonly failure: DependencyFailure;
  /** What the dependency answered, where it answered at all. */
  readonly status: number | undefined;
  /** The title of the problem details that it answered. */
  readonly problem: string | undefined;
  /** What this service answers its own caller: 504, 503 or 502. */
  readonly answerStatus: number;

  constructor(
    dependency: string,
    failure: DependencyFailure,
    detail: string,
    options: { readonly status?: number; readonly problem?: string | undefined; readonly cause?: unknown } = {},
  ) {
    super(`${dependency}: ${detail}`, { cause: options.cause });
    this.name = 'DependencyError';
    this.dependency = dependency;
    this.failure = failure;
    this.status = options.status;
    this.problem = options.problem;
    this.answerStatus = answerStatus[failure];
  }
}
