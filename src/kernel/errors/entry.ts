/** Whose move it is: the person who typed, the machine it ran on, a system outside, or us. */
export type ErrorCategory = 'operator' | 'environment' | 'outside-system' | 'bug';

/**
 * Exit code of the process for each category. 1 is left to Node itself, so that a crash is never read as one of ours.
 */
export const exitCodeOfCategory: Readonly<Record<ErrorCategory, number>> = {
  operator: 2,
  environment: 3,
  'outside-system': 4,
  bug: 70,
};

/** Exit code after Ctrl-C or SIGTERM: 128 + SIGINT. */
export const interruptedExitCode = 130;

/** One entry of the registry; `Details` is what its words speak of. */
export interface ErrorEntry<Details> {
  readonly category: ErrorCategory;
  /** Where the category's own exit code will not do. */
  readonly exitCode?: number;
  /** HTTP status where the error is answered over HTTP. */
  readonly httpStatus: number;
  /** One line for `docs/errors.md`: when this happens. */
  readonly when: string;
  /** Details of one real case, for `docs/errors.md` and for the test that every entry has its words. */
  readonly example: Details;
  readonly message: (details: Details) => string;
  readonly remedy: (details: Details) => string;
}

/** Ties an entry's words to its details. */
export const entry = <Details>(value: ErrorEntry<Details>): ErrorEntry<Details> => value;
