import { RegisteredError } from '../kernel/index.ts';

/** Which database it is, in words that hold no secret. */
export interface DatabaseTarget {
  /** `host:port/database`, or the data directory of the embedded server. */
  readonly place: string;
  readonly user: string;
  readonly database: string;
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new RegisteredError('database-url-invalid', {
      problem: 'a % in it is not followed by two hexadecimal digits',
    });
  }
};

/**
 * Reads which database a URL means.
 *
 * @param url - A PostgreSQL URL; its password is checked for form and forgotten.
 * @throws RegisteredError `database-url-invalid`
 */
export function parseDatabaseUrl(url: string): DatabaseTarget {
  if (!URL.canParse(url)) {
    throw new RegisteredError('database-url-invalid', { problem: 'it is not a URL' });
  }
  const { protocol, hostname, port, pathname, username, password, searchParams } = new URL(url);
  if (protocol !== 'postgres:' && protocol !== 'postgresql:') {
    throw new RegisteredError('database-url-invalid', {
      problem: `it begins with ${protocol}//; accepted: postgresql:// or postgres://`,
    });
  }
  decoded(password);
  const user = decoded(username) || 'the default user';
  const host = hostname || (searchParams.get('host') ?? 'localhost');
  const database = decoded(pathname.slice(1)) || user;
  return { place: `${host}:${port || '5432'}/${database}`, user, database };
}
