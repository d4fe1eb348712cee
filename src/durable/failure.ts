import type { ErrorCode, ErrorDetails } from '../kernel/index.ts';
import { errorCodes, RegisteredError } from '../kernel/index.ts';

/** What is kept of a failure: never matched by class or words, which do not outlive a process or a release. */
interface KeptFailure {
  readonly version: 1;
  readonly code: string;
  readonly details: object;
}

const field = (thrown: unknown, name: string): unknown =>
  typeof thrown === 'object' && thrown !== null ? (thrown as Record<string, unknown>)[name] : undefined;

const isCode = (code: unknown): code is ErrorCode => errorCodes.some((known) => known === code);

/**
 * The form in which the engine's records keep a failure: with its code and details where it has them.
 *
 * @param thrown - What a step or a workflow threw.
 */
export function keepFailure(thrown: unknown): unknown {
  const code = field(thrown, 'code');
  const details = field(thrown, 'details');
  if (!isCode(code) || typeof details !== 'object' || details === null) return thrown;
  const failure: KeptFailure = { version: 1, code, details };
  return Object.assign(new Error(String(field(thrown, 'message')), { cause: thrown }), { failure });
}

/**
 * The failure that was kept, the same in the process that met it and in every later one. Of a step that failed at each
 * of its attempts it is the last attempt's.
 *
 * @param thrown - What came out of the engine.
 * @returns `thrown` itself where no registered error was kept in it, or one that this version does not know.
 */
export function revealFailure(thrown: unknown): unknown {
  const attempts = field(thrown, 'errors');
  const last: unknown = Array.isArray(attempts) ? attempts.at(-1) : undefined;
  const failure = field(thrown, 'failure') ?? field(last, 'failure');
  const code = field(failure, 'code');
  const details = field(failure, 'details');
  if (field(failure, 'version') !== 1 || !isCode(code) || typeof details !== 'object' || details === null)
    return thrown;
  return new RegisteredError(code, details as ErrorDetails<ErrorCode>, { cause: thrown });
}
