import { userInfo } from 'node:os';
import { codeOf, RegisteredError } from '../kernel/index.ts';

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'not permitted',
  EROFS: 'the file system is read-only',
};

/** The user that Backlot runs as, by name where it has one: a container may give a bare number. */
export function ownUserName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? 'unknown');
  }
}

/**
 * Says in registered words why a file operation in the data directory failed; anything else is returned as it is.
 *
 * @param thrown - What was caught.
 * @param dataDir - The data directory it was about.
 */
export function fileFailure(thrown: unknown, dataDir: string): unknown {
  if (thrown instanceof RegisteredError) return thrown;
  const code = codeOf(thrown);
  const cause = { cause: thrown };
  switch (code) {
    case 'EACCES':
    case 'EPERM':
    case 'EROFS': {
      const details = { path: dataDir, user: ownUserName(), reason: reasons[code] ?? code };
      return new RegisteredError('data-dir-not-writable', details, cause);
    }
    case 'ENOSPC':
    case 'EDQUOT':
      return new RegisteredError('disk-full', { place: `the data directory ${dataDir}`, reason: code }, cause);
    case 'ENOTDIR':
    case 'EEXIST':
    case 'ELOOP':
      return new RegisteredError('data-dir-not-directory', { path: dataDir, found: dataDir }, cause);
    case 'EISDIR': {
      const problem = 'what should be a file in it is a directory';
      return new RegisteredError('data-dir-damaged', { path: dataDir, problem }, cause);
    }
    case 'ENAMETOOLONG':
      return new RegisteredError('data-dir-path-unusable', { path: dataDir, problem: 'it is too long' }, cause);
    default:
      return thrown;
  }
}
