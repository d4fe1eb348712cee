import { entry } from './entry.ts';

/** One mistake in a model file. */
export interface ModelProblem {
  /** Where: `shop.yaml:12:5`. */
  readonly place: string;
  /** The key, dotted from the top: `components.web.operations.GET /.0.call`; empty for the file as a whole. */
  readonly key: string;
  readonly found: string;
  readonly accepted: string;
}

/** What can be wrong with a model that is to be run. */
export const modelErrors = {
  'model-invalid': entry<{ readonly problems: readonly ModelProblem[] }>({
    category: 'operator',
    httpStatus: 400,
    when: 'A model file has mistakes: its form, names of what is not there, or what could never run. All are listed at once; those of its meaning once its form is right.',
    example: {
      problems: [
        {
          place: 'shop.yaml:12:17',
          key: 'components.web.operations.GET /cart.0.call',
          found: '"cart/lsit", which is no operation of cart',
          accepted: 'such as cart/list, cart/add',
        },
      ],
    },
    message: ({ problems }) =>
      [
        problems.length === 1 ? 'the model has a mistake:' : `the model has ${problems.length} mistakes:`,
        ...problems.map(
          ({ place, key, found, accepted }) =>
            `  ${place}: ${key === '' ? '' : `${key}: `}found ${found}; accepted: ${accepted}`,
        ),
      ].join('\n'),
    remedy: () => 'Correct each place named above; docs/model-format.md says what each part means, with whole models.',
  }),
} as const;
