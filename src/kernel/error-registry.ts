/**
 * The single registry of everything that can go wrong in a way that a person can do something about.
 *
 * Each entry owns its words: what is wrong, what was found, what would be accepted (`message`), and what to do next
 * (`remedy`). `docs/errors.md` is generated from this file; a test holds the two to each other.
 */

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

interface ErrorEntry<Details> {
  readonly category: ErrorCategory;
  /** HTTP status where the error is answered over HTTP. */
  readonly httpStatus: number;
  /** One line for `docs/errors.md`: when this happens. */
  readonly when: string;
  readonly message: (details: Details) => string;
  readonly remedy: (details: Details) => string;
}

const entry = <Details>(value: ErrorEntry<Details>): ErrorEntry<Details> => value;

/** One mistake in a configuration file or environment variable. */
export interface ConfigProblem {
  /** Where: `backlot.yaml:3:5` or `environment variable BACKLOT_DATA_DIR`. */
  readonly place: string;
  readonly found: string;
  readonly accepted: string;
}

/** All registered errors by code. A code is a contract: it is never reused for another meaning. */
export const errorRegistry = {
  'config-invalid': entry<{ readonly problems: readonly ConfigProblem[] }>({
    category: 'operator',
    httpStatus: 400,
    when: 'The configuration file or an environment variable has one or more mistakes. All are listed at once.',
    message: ({ problems }) =>
      [
        problems.length === 1
          ? 'the configuration has a mistake:'
          : `the configuration has ${problems.length} mistakes:`,
        ...problems.map(({ place, found, accepted }) => `  ${place}: found ${found}; accepted: ${accepted}`),
      ].join('\n'),
    remedy: () => 'Correct each place named above; `backlot doctor` checks the configuration again.',
  }),
  'config-unreadable': entry<{ readonly path: string; readonly reason: string }>({
    category: 'operator',
    httpStatus: 400,
    when: 'The configuration file was named but cannot be read.',
    message: ({ path, reason }) => `the configuration file ${path} cannot be read: ${reason}`,
    remedy: ({ path }) =>
      `Check that ${path} exists and that you may read it, or leave out --config to use the defaults.`,
  }),
  'usage-invalid': entry<{ readonly problem: string; readonly command: string }>({
    category: 'operator',
    httpStatus: 400,
    when: 'A command, option or argument is unknown, missing or malformed.',
    message: ({ problem }) => problem,
    remedy: ({ command }) => `See \`${command} --help\` for what is accepted, with examples.`,
  }),
  'internal-fault': entry<{ readonly reason: string }>({
    category: 'bug',
    httpStatus: 500,
    when: 'Something failed that no other code covers. It is a defect of ours.',
    message: ({ reason }) => `an unexpected failure: ${reason}`,
    remedy: () => 'Run the command again with BACKLOT_LOG_LEVEL=debug and report what it prints: this is a defect.',
  }),
} as const;

/** The code of a registered error. */
export type ErrorCode = keyof typeof errorRegistry;

/** What an error of this code must be told. */
export type ErrorDetails<Code extends ErrorCode> = Parameters<(typeof errorRegistry)[Code]['message']>[0];

/** A failure with a registered code, and so with a message, a remedy and an exit code. */
export class RegisteredError<Code extends ErrorCode = ErrorCode> extends Error {
  readonly code: Code;
  readonly details: ErrorDetails<Code>;
  readonly category: ErrorCategory;
  readonly remedy: string;
  readonly exitCode: number;

  /**
   * @param code - Which entry of the registry this is.
   * @param details - What the entry's message and remedy speak of.
   * @param options - `cause`, where another error led here.
   */
  constructor(code: Code, details: ErrorDetails<Code>, options?: ErrorOptions) {
    // The registry's type ties details to code; TypeScript cannot follow that through an indexed union.
    const registered = errorRegistry[code] as ErrorEntry<ErrorDetails<Code>>;
    super(registered.message(details), options);
    this.name = 'RegisteredError';
    this.code = code;
    this.details = details;
    this.category = registered.category;
    this.remedy = registered.remedy(details);
    this.exitCode = exitCodeOfCategory[registered.category];
  }
}

/**
 * Turns whatever was thrown into a registered error; what is not one already is an `internal-fault`.
 *
 * @param thrown - Anything caught.
 */
export function asRegisteredError(thrown: unknown): RegisteredError {
  if (thrown instanceof RegisteredError) return thrown as RegisteredError;
  const reason = thrown instanceof Error ? thrown.message : String(thrown);
  return new RegisteredError('internal-fault', { reason }, { cause: thrown });
}
