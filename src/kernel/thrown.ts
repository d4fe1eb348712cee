// What was thrown is looked at by its fields, never by `instanceof Error`: the errors of Node's own modules come from
// another realm when a test runner gives each file its own globals.

const field = (thrown: unknown, name: string): unknown =>
  typeof thrown === 'object' && thrown !== null ? (thrown as Record<string, unknown>)[name] : undefined;

/**
 * The code of a failed system call (`ENOENT`, `ENOSPC`) or of another program's refusal (`28P01`).
 *
 * @param thrown - Anything caught.
 */
export function codeOf(thrown: unknown): string | undefined {
  const code = field(thrown, 'code');
  return typeof code === 'string' ? code : undefined;
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
