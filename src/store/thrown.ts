import { codeOf } from '../kernel/index.ts';

const field = (thrown: unknown, name: string): unknown =>
  typeof thrown === 'object' && thrown !== null ? (thrown as Record<string, unknown>)[name] : undefined;

/**
 * The SQLSTATE of what PostgreSQL answered. A broken connection fails with the name of a system call's failure, and
 * some of those (`EPIPE`, `EPERM`) have the form of one; only an answer of the server has a severity.
 *
 * @param thrown - Anything caught.
 * @returns `undefined` where the server did not answer.
 */
export function sqlStateOf(thrown: unknown): string | undefined {
  const code = codeOf(thrown);
  return code !== undefined && /^[0-9A-Z]{5}$/.test(code) && typeof field(thrown, 'severity') === 'string'
    ? code
    : undefined;
}

/**
 * The constraint that PostgreSQL says was violated.
 *
 * @param thrown - Anything caught.
 */
export function constraintOf(thrown: unknown): string | undefined {
  const constraint = field(thrown, 'constraint');
  return typeof constraint === 'string' ? constraint : undefined;
}
