import { codeOf, reasonOf, RegisteredError } from '../../src/kernel/index.ts';

/** What went wrong in a call to the engine, in the client's own shape: an HTTP status, or a socket's error code. */
interface ClientFailure {
  readonly message: string;
  readonly statusCode: number | undefined;
  readonly code: string | undefined;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function describeFailure(thrown: unknown): ClientFailure {
  const { statusCode, json } = Object(thrown) as { statusCode?: unknown; json?: { message?: unknown } | null };
  return {
    message: textOf(json?.message) ?? reasonOf(thrown),
    statusCode: typeof statusCode === 'number' ? statusCode : undefined,
    code: codeOf(thrown),
  };
}

/**
 * The HTTP status with which the engine answered, where it answered at all.
 *
 * @param thrown - Anything caught from a call to the client.
 */
export function statusOf(thrown: unknown): number | undefined {
  return describeFailure(thrown).statusCode;
}

/**
 * The engine's own words.
 *
 * @param thrown - Anything caught from a call to the client.
 */
export function engineReasonOf(thrown: unknown): string {
  return describeFailure(thrown).message;
}

/**
 * Gives a failed call to the engine its registered code. The engine has no codes of its own but the HTTP status, so the
 * words that it has used since 20.10 are what is matched.
 *
 * @param thrown - Anything caught from a call to the client.
 * @param about - Where the engine is, what was wanted of it (`create network shop_front`), and of what object.
 */
export function engineFailure(
  thrown: unknown,
  about: { readonly address: string; readonly action: string; readonly kind?: string; readonly name?: string },
): RegisteredError {
  if (thrown instanceof RegisteredError) return thrown as RegisteredError;
  const { address, action } = about;
  const { message, statusCode, code } = describeFailure(thrown);
  const cause = { cause: thrown };
  if (code === 'EACCES' || code === 'EPERM') return new RegisteredError('docker-permission-denied', { address }, cause);
  if (statusCode === undefined && code !== undefined) {
    return new RegisteredError('docker-unreachable', { address, reason: message }, cause);
  }
  if (/no space left on device|disk quota exceeded/i.test(message)) {
    return new RegisteredError('docker-disk-full', { action, reason: message }, cause);
  }
  if (/non-overlapping IPv4 address pool|address pools have been fully subnetted/i.test(message)) {
    return new RegisteredError('docker-subnets-exhausted', { action }, cause);
  }
  if (/port is already allocated|address already in use/i.test(message)) {
    const port = /(?:Bind for|listen (?:tcp|udp)\d?|host port(?: for)?) (\S+?:\d+)/.exec(message)?.[1] ?? 'asked for';
    return new RegisteredError('docker-port-taken', { container: about.name ?? 'a container', port }, cause);
  }
  if (statusCode === 409 && /already (?:in use|exists)/i.test(message) && about.name !== undefined) {
    return new RegisteredError('docker-name-taken', { kind: about.kind ?? 'container', name: about.name }, cause);
  }
  return new RegisteredError('docker-refused', { action, reason: message }, cause);
}
