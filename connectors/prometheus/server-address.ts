import { readFile } from 'node:fs/promises';
import { RegisteredError, withoutCredentials } from '../../src/kernel/index.ts';

/** How a Prometheus is reached. */
export interface ServerOptions {
  /**
   * Of its pages, with the path under which its `/api/v1` stands where there is one. User and password in it are sent as
   * basic authentication, a query is sent along with every question; neither is ever shown or kept.
   */
  readonly url: string;
  /** Sent with every question: `X-Scope-OrgID`, `Authorization`. Never shown or kept. */
  readonly headers?: Readonly<Record<string, string>>;
  /** A file that holds a bearer token. */
  readonly bearerTokenFile?: string;
}

/** A Prometheus to ask. */
export interface Server {
  /** As it may be shown. */
  readonly address: string;
  readonly headers: Headers;
  /** The full address of a question: `api/v1/query`. */
  urlOf(path: string, parameters: Readonly<Record<string, string>>): URL;
}

const malformed = (problem: string): RegisteredError =>
  new RegisteredError('prometheus-address-malformed', { problem });

function parsed(address: string): URL {
  if (!/^https?:\/\//i.test(address)) throw malformed('it begins with neither http:// nor https://');
  try {
    return new URL(address);
  } catch {
    // The reason that is thrown repeats the address, password and all.
    throw malformed('it is not an address');
  }
}

async function tokenIn(file: string): Promise<string> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (thrown) {
    const { code } = thrown as NodeJS.ErrnoException;
    const problem = code === 'ENOENT' ? 'no such file' : `it cannot be read (${code ?? 'unknown reason'})`;
    throw new RegisteredError('prometheus-token-unreadable', { file, problem });
  }
  const token = text.trim();
  if (!/^[\x21-\x7e]+$/.test(token)) {
    const problem = token === '' ? 'it is empty' : 'it holds more than one word of printable ASCII';
    throw new RegisteredError('prometheus-token-unreadable', { file, problem });
  }
  return token;
}

/**
 * What is needed to ask a Prometheus.
 *
 * @param options - Where it is, and what it wants to be told.
 * @throws RegisteredError `prometheus-address-malformed`, `prometheus-token-unreadable`
 */
export async function serverAt({ url, headers: given = {}, bearerTokenFile }: ServerOptions): Promise<Server> {
  const address = parsed(url);
  const headers = new Headers({ accept: 'application/json' });
  if (address.username !== '' || address.password !== '') {
    let user: string;
    try {
      user = `${decodeURIComponent(address.username)}:${decodeURIComponent(address.password)}`;
    } catch {
      throw malformed('user or password hold a percent sign that is not written as %25');
    }
    headers.set('authorization', `Basic ${Buffer.from(user).toString('base64')}`);
  }
  if (bearerTokenFile !== undefined) headers.set('authorization', `Bearer ${await tokenIn(bearerTokenFile)}`);
  for (const [name, value] of Object.entries(given)) {
    try {
      headers.set(name, value);
    } catch {
      throw malformed(`the header ${JSON.stringify(name.slice(0, 60))} or its value cannot be sent`);
    }
  }
  const base = `${address.origin}${address.pathname.replace(/\/+$/, '').replace(/\/api\/v1$/, '')}`;
  return {
    address: withoutCredentials(base),
    headers,
    urlOf: (path, parameters) => {
      const full = new URL(`${base}/${path}`);
      full.search = address.search;
      for (const [name, value] of Object.entries(parameters)) full.searchParams.set(name, value);
      return full;
    },
  };
}
