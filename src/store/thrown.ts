// Errors are looked at by their fields, never by `instanceof Error`: those of Node's own modules come from another
// realm when a test runner gives each file its own globals.

const field = (thrown: unknown, name: string): unknown =>
  typeof thrown === 'object' && thrown !== null ? (thrown as Record<string, unknown>)[name] : undefined;

/**
 * The code of a failed system call (`ENOENT`, `ENOSPC`) or a refusal of PostgreSQL (`28P01`).
 *
 * @param thrown - Anything caught.
 */
export function codeOf(thrown: unknown): string | undefined {
  const code = field(thrown, 'code');
  return typeof code === 'string' ? code : undefined;
}

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

/**
 * What was thrown, in words. A host with several addresses fails with one error an address, and no words of its own.
 *
 * @param thrown - Anything caught.
 */
export function reasonOf(thrown: unknown): string {
  const errors = field(thrown, 'errors');
  if (Array.isArray(errors) && errors.length > 0) return errors.map(reasonOf).join('; ');
  const message = field(thrown, 'message');
  return typeof message === 'string' && message !== '' ? message : String(codeOf(thrown) ?? thrown);
}
