import { entry } from './entry.ts';

/** What can be wrong with the data directory. */
export const dataDirErrors = {
  'data-dir-not-directory': entry<{ readonly path: string; readonly found: string }>({
    category: 'operator',
    httpStatus: 500,
    when: 'The data directory, or something on the way to it, is a file or another thing that is not a directory.',
    example: { path: '/srv/backlot', found: '/srv' },
    message: ({ path, found }) => `the data directory ${path} cannot be used: ${found} is not a directory`,
    remedy: () => 'Name a directory with --data-dir, or move away what is in its place.',
  }),
  'data-dir-not-ours': entry<{ readonly path: string; readonly found: readonly string[] }>({
    category: 'operator',
    httpStatus: 500,
    when: 'The data directory holds something and was not made by Backlot, so it is left alone.',
    example: { path: '/home/ada', found: ['Documents', 'Music'] },
    message: ({ path, found }) =>
      `the data directory ${path} was not made by Backlot: it has no backlot.json and holds ${found.join(', ')}`,
    remedy: () => 'Name an empty directory, or one that does not exist yet, with --data-dir.',
  }),
  'data-dir-not-writable': entry<{ readonly path: string; readonly user: string; readonly reason: string }>({
    category: 'environment',
    httpStatus: 500,
    when: 'The data directory may not be read or written by the user that Backlot runs as.',
    example: { path: '/srv/backlot', user: 'ada', reason: 'permission denied' },
    message: ({ path, user, reason }) => `the data directory ${path} cannot be written by user ${user}: ${reason}`,
    remedy: ({ path, user }) =>
      `Run \`ls -ld ${path}\` to see whose it is; give it to ${user}, or name another with --data-dir.`,
  }),
  'data-dir-not-traversable': entry<{ readonly path: string; readonly blockedAt: string; readonly user: string }>({
    category: 'environment',
    httpStatus: 500,
    when: 'Backlot runs as root, PostgreSQL as an unprivileged user, and that user may not pass through a directory.',
    example: { path: '/root/backlot', blockedAt: '/root', user: 'postgres' },
    message: ({ path, blockedAt, user }) =>
      `PostgreSQL cannot run as root; it runs as user ${user}, who may not pass through ${blockedAt} to ${path}`,
    remedy: ({ blockedAt }) =>
      `Name a directory that every user can reach, such as --data-dir /var/lib/backlot, or run \`chmod o+x ${blockedAt}\`.`,
  }),
  'data-dir-newer': entry<{ readonly path: string; readonly found: string; readonly accepted: string }>({
    category: 'operator',
    httpStatus: 500,
    when: 'The data directory was written by a newer version of Backlot or of PostgreSQL.',
    example: { path: '/srv/backlot', found: 'format 2', accepted: 'format 1' },
    message: ({ path, found, accepted }) =>
      `the data directory ${path} is from a newer version of Backlot: found ${found}; accepted: ${accepted}`,
    remedy: () => 'Use the newer version of Backlot with it, or name another directory with --data-dir.',
  }),
  'data-dir-older': entry<{ readonly path: string; readonly found: string; readonly accepted: string }>({
    category: 'operator',
    httpStatus: 500,
    when: 'The data directory was written by an older major version of PostgreSQL than this Backlot brings.',
    example: { path: '/srv/backlot', found: 'PostgreSQL 17', accepted: 'PostgreSQL 18' },
    message: ({ path, found, accepted }) =>
      `the data directory ${path} is from an older PostgreSQL: found ${found}; accepted: ${accepted}`,
    remedy: () =>
      'Dump it with the version of Backlot that made it (pg_dump), restore the dump into a new --data-dir, ' +
      'or name another directory.',
  }),
  'data-dir-damaged': entry<{ readonly path: string; readonly problem: string }>({
    category: 'environment',
    httpStatus: 500,
    when: 'A file that Backlot keeps in its data directory is missing or cannot be understood.',
    example: { path: '/srv/backlot', problem: 'backlot.json is not JSON' },
    message: ({ path, problem }) => `the data directory ${path} is damaged: ${problem}`,
    remedy: () => 'Restore the directory from a backup, or name another with --data-dir.',
  }),
  'data-dir-path-unusable': entry<{ readonly path: string; readonly problem: string }>({
    category: 'operator',
    httpStatus: 500,
    when: 'The path of the data directory is too long for PostgreSQL or holds control characters.',
    example: { path: '/srv/a\nb', problem: 'it holds a control character' },
    message: ({ path, problem }) => `the path of the data directory ${JSON.stringify(path)} cannot be used: ${problem}`,
    remedy: () => 'Name a shorter, plain path with --data-dir.',
  }),
  'disk-full': entry<{ readonly place: string; readonly reason: string }>({
    category: 'environment',
    httpStatus: 507,
    when: 'There is no space left where Backlot or its database writes.',
    example: { place: '/srv/backlot', reason: 'no space left on device' },
    message: ({ place, reason }) => `no space is left for ${place}: ${reason}`,
    remedy: () => 'Free some space (a new data directory needs about 100 MB), or use a --data-dir on another disk.',
  }),
} as const;
