import { entry } from './entry.ts';

/**
 * What kind of mistake it is: in the YAML, of another kind of file, a form or value that is not taken, a variable, a name of
 * what is not there, a circle, a contradiction, or a file that cannot be read.
 */
export type ComposeProblemKind =
  'yaml' | 'not-compose' | 'form' | 'value' | 'variable' | 'reference' | 'circle' | 'contradiction' | 'file';

/** One thing in a compose file that is wrong or not understood. */
export interface ComposeProblem {
  readonly kind: ComposeProblemKind;
  /** Where: `compose.yaml:12:5`. */
  readonly place: string;
  /** The key, dotted from the top: `services.cart.build`; empty for the file as a whole. */
  readonly key: string;
  readonly found: string;
  readonly accepted: string;
}

/** What can be wrong with a project of Docker Compose. */
export const composeErrors = {
  'compose-unreadable': entry<{ readonly path: string; readonly reason: string }>({
    category: 'operator',
    httpStatus: 400,
    when: 'A compose file, or a file that it needs, cannot be read.',
    example: { path: 'compose.yaml', reason: 'no such file' },
    message: ({ path, reason }) => `the compose file ${path} cannot be read: ${reason}`,
    remedy: ({ path }) => `Check that ${path} exists and that you may read it.`,
  }),
  'compose-invalid': entry<{ readonly problems: readonly ComposeProblem[] }>({
    category: 'operator',
    httpStatus: 400,
    when: 'A compose file has mistakes, or, for a demo estate, says something that its runner does not carry out. All are listed at once.',
    example: {
      problems: [
        {
          kind: 'reference',
          place: 'compose.yaml:12:5',
          key: 'services.cart.depends_on.redis',
          found: 'redis, which is no service',
          accepted: 'a service of the project: cart, database',
        },
      ],
    },
    message: ({ problems }) =>
      [
        problems.length === 1 ? 'the compose file has a problem:' : `the compose file has ${problems.length} problems:`,
        ...problems.map(
          ({ place, key, found, accepted }) =>
            `  ${place}: ${key === '' ? '' : `${key}: `}found ${found}; accepted: ${accepted}`,
        ),
      ].join('\n'),
    remedy: ({ problems }) =>
      problems.some(({ kind }) => kind === 'variable')
        ? 'Correct each place named above; give a variable its value in the environment, in .env beside the file, or for a demo estate with --set NAME=VALUE.'
        : 'Correct each place named above; `docker compose config` checks the same rules.',
  }),
} as const;
