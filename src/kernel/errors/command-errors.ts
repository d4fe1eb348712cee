import { entry, interruptedExitCode } from './entry.ts';

/** One mistake in a configuration file or environment variable. */
export interface ConfigProblem {
  /** Where: `backlot.yaml:3:5` or `environment variable BACKLOT_DATA_DIR`. */
  readonly place: string;
  readonly found: string;
  readonly accepted: string;
}

/** What can be wrong with the command, its configuration, or ourselves. */
export const commandErrors = {
  'config-invalid': entry<{ readonly problems: readonly ConfigProblem[] }>({
    category: 'operator',
    httpStatus: 400,
    when: 'The configuration file or an environment variable has one or more mistakes. All are listed at once.',
    example: {
      problems: [
        { place: 'backlot.yaml:3:9', found: 'telemetry.port = 99999', accepted: 'a whole number from 1 to 65535' },
      ],
    },
    message: ({ problems }) =>
      [
        problems.length === 1
          ? 'the configuration has a mistake:'
          : `the configuration has ${problems.length} mistakes:`,
        ...problems.map(({ place, found, accepted }) => `  ${place}: found ${found}; accepted: ${accepted}`),
      ].join('\n'),
    remedy: () => 'Correct each place named above; `backlot doctor` checks the configuration again.',
  }),
  'config-unreadable': entry<{ readonly path: string; readonly reason: string }>({
    category: 'operator',
    httpStatus: 400,
    when: 'The configuration file was named but cannot be read.',
    example: { path: '/etc/backlot.yaml', reason: 'permission denied' },
    message: ({ path, reason }) => `the configuration file ${path} cannot be read: ${reason}`,
    remedy: ({ path }) =>
      `Check that ${path} exists and that you may read it, or leave out --config to use the defaults.`,
  }),
  'usage-invalid': entry<{ readonly problem: string; readonly command: string }>({
    category: 'operator',
    httpStatus: 400,
    when: 'A command, option or argument is unknown, missing or malformed.',
    example: { problem: "unknown option '--rat' (Did you mean --rate?)", command: 'backlot estate shop up' },
    message: ({ problem }) => problem,
    remedy: ({ command }) => `See \`${command} --help\` for what is accepted, with examples.`,
  }),
  'file-not-written': entry<{ readonly path: string; readonly reason: string }>({
    category: 'operator',
    httpStatus: 400,
    when: 'What was asked for cannot be written to the file that was named: a trace, a model, a picture.',
    example: { path: '/etc/trace.json', reason: 'EACCES' },
    message: ({ path, reason }) => `${path} cannot be written: ${reason}`,
    remedy: () => 'Name a file in a folder that is there and that you may write to.',
  }),
  'output-not-written': entry<{ readonly reason: string }>({
    category: 'environment',
    httpStatus: 500,
    when: 'The result cannot be written to where stdout leads: a disk that is full, a device that is gone.',
    example: { reason: 'ENOSPC' },
    message: ({ reason }) => `the result could not be written to stdout: ${reason}`,
    remedy: () => 'Make room, or lead stdout elsewhere, and run the command again.',
  }),
  interrupted: entry<{ readonly what: string }>({
    category: 'operator',
    exitCode: interruptedExitCode,
    httpStatus: 499,
    when: 'Ctrl-C or SIGTERM ended the work before it was done.',
    example: { what: 'bringing up shop' },
    message: ({ what }) => `${what} was interrupted`,
    remedy: () => 'Run the same command again: it goes on from what is there.',
  }),
  'internal-fault': entry<{ readonly reason: string }>({
    category: 'bug',
    httpStatus: 500,
    when: 'Something failed that no other code covers. It is a defect of ours.',
    example: { reason: 'the plan has no steps' },
    message: ({ reason }) => `an unexpected failure: ${reason}`,
    remedy: () => 'Run the command again with BACKLOT_LOG_LEVEL=debug and report what it prints: this is a defect.',
  }),
} as const;
