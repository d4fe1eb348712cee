/**
 * The single registry of everything that can go wrong in a way that a person can do something about.
 *
 * Each entry owns its words: what is wrong, what was found, what would be accepted (`message`), and what to do next
 * (`remedy`). The entries stand by area in this folder. `docs/errors.md` is generated from them.
 */
import { reasonOf } from '../thrown.ts';
import { exitCodeOfCategory } from './entry.ts';
import type { ErrorCategory, ErrorEntry } from './entry.ts';
import { captureErrors } from './capture-errors.ts';
import { commandErrors } from './command-errors.ts';
import { composeErrors } from './compose-errors.ts';
import { dockerErrors } from './docker-errors.ts';
import { estateErrors } from './estate-errors.ts';
import { inputErrors } from './input-errors.ts';
import { modelErrors } from './model-errors.ts';
import { prometheusErrors } from './prometheus-errors.ts';
import { scenarioErrors } from './scenario-errors.ts';
import { telemetryErrors } from './telemetry-errors.ts';
import { dataDirErrors } from './data-dir-errors.ts';
import { databaseErrors } from './database-errors.ts';
import { vocabularyErrors } from './vocabulary-errors.ts';

/** All registered errors by code. A code is a contract: it is never reused for another meaning. */
const errorRegistry = {
  ...commandErrors,
  ...dockerErrors,
  ...composeErrors,
  ...estateErrors,
  ...captureErrors,
  ...inputErrors,
  ...telemetryErrors,
  ...prometheusErrors,
  ...dataDirErrors,
  ...databaseErrors,
  ...vocabularyErrors,
  ...modelErrors,
  ...scenarioErrors,
} as const;

/** The code of a registered error. */
export type ErrorCode = keyof typeof errorRegistry;

/** What an error of this code must be told. */
export type ErrorDetails<Code extends ErrorCode> = Parameters<(typeof errorRegistry)[Code]['message']>[0];

/** Every registered code, in the order of the registry. */
export const errorCodes = Object.keys(errorRegistry) as readonly ErrorCode[];

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
    this.exitCode = registered.exitCode ?? exitCodeOfCategory[registered.category];
  }
}

/**
 * One real case of an error, with all that the registry says of it.
 *
 * @param code - Which entry.
 */
export function exampleOfError(code: ErrorCode): {
  readonly error: RegisteredError;
  readonly when: string;
  readonly httpStatus: number;
} {
  const { example, when, httpStatus } = errorRegistry[code];
  return { error: new RegisteredError(code, example), when, httpStatus };
}

/**
 * Turns whatever was thrown into a registered error; what is not one already is an `internal-fault`.
 *
 * @param thrown - Anything caught.
 */
export function asRegisteredError(thrown: unknown): RegisteredError {
  if (thrown instanceof RegisteredError) return thrown as RegisteredError;
  const reason = reasonOf(thrown);
  return new RegisteredError('internal-fault', { reason }, { cause: thrown });
}
