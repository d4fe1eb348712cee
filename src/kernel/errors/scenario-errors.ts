import { entry } from './entry.ts';
import type { ModelProblem } from './model-errors.ts';

/** What can be wrong with scenarios that are to be run. */
export const scenarioErrors = {
  'scenario-invalid': entry<{ readonly problems: readonly ModelProblem[] }>({
    category: 'operator',
    httpStatus: 400,
    when: 'A scenario file has mistakes: its form, facts that the vocabulary does not have, actions that cannot be, names of what is not there. All are listed at once.',
    example: {
      problems: [
        {
          place: 'F10.yaml:14:28',
          key: 'facts.components.database.connection-slots.totl',
          found: 'the unknown key "totl"',
          accepted: 'one of total, reserved, tenants',
        },
      ],
    },
    message: ({ problems }) =>
      [
        problems.length === 1 ? 'the scenario has a mistake:' : `the scenario has ${problems.length} mistakes:`,
        ...problems.map(
          ({ place, key, found, accepted }) =>
            `  ${place}: ${key === '' ? '' : `${key}: `}found ${found}; accepted: ${accepted}`,
        ),
      ].join('\n'),
    remedy: () =>
      'Correct each place named above; docs/scenario-format.md says what each part means, with a whole scenario to copy.',
  }),
  'scenarios-missing': entry<{ readonly path: string }>({
    category: 'operator',
    httpStatus: 400,
    when: 'A folder that is to be run holds no scenario files, or is not there.',
    example: { path: './scenarios' },
    message: ({ path }) => `${path}: found no scenario; accepted: a folder with files that end in .yaml or .yml`,
    remedy: () => 'Name a folder of scenarios, or copy the example of docs/scenario-format.md into a file of this one.',
  }),
} as const;
