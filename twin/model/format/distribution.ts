import { z } from 'zod';
import { duration } from './quantity.ts';

const positive = z.number().positive();

/** Beyond it a sample mean says nothing, and one draw outlasts the run. */
const cv = positive.max(100);

/**
 * How long something takes, in milliseconds once read: a constant where a bare duration is given, else a family with its
 * parameters. Means and variabilities are those of the distribution itself, never of a transform of it.
 */
export const distributionSchema = z
  .union(
    [
      duration,
      z.strictObject({ exponential: duration.meta({ description: 'the mean' }) }),
      z.strictObject({
        uniform: z
          .strictObject({ from: duration, to: duration })
          .refine(({ from, to }) => from <= to, 'a "from" that is not above "to"')
          .meta({ description: 'all between two durations alike' }),
      }),
      z.strictObject({
        lognormal: z.strictObject({
          mean: duration,
          cv: cv.meta({ description: 'coefficient of variation: standard deviation over mean' }),
        }),
      }),
      z.strictObject({
        erlang: z.strictObject({
          mean: duration,
          shape: z
            .int()
            .min(1)
            .max(1_000)
            .meta({ description: 'so many exponential phases in a row: the more, the less it varies' }),
        }),
      }),
      z.strictObject({
        hyperexponential: z.strictObject({
          mean: duration,
          cv: cv.min(1).meta({ description: 'two phases with balanced means' }),
        }),
      }),
      z.strictObject({
        pareto: z
          .strictObject({ from: duration, shape: positive, to: duration })
          .refine(({ from, to }) => from > 0 && from < to, 'a "from" above 0 and below "to"')
          .meta({ description: 'bounded: few are very long; the smaller the shape, the more' }),
      }),
      z.strictObject({
        samples: z.array(duration).min(1).max(100_000).meta({ description: 'drawn with equal chance' }),
      }),
      z.strictObject({
        quantiles: z
          .array(z.tuple([z.number().min(0).max(1), duration]))
          .min(2)
          .meta({ description: 'pairs of share and duration from share 0 to share 1, linear between' })
          .refine(
            (pairs) =>
              pairs[0]?.[0] === 0 &&
              pairs.at(-1)?.[0] === 1 &&
              pairs.every(([share, ms], at) => {
                const [shareBefore, msBefore] = pairs[at - 1] ?? [-1, 0];
                return share > shareBefore && ms >= msBefore;
              }),
            'shares that rise from 0 to 1, and durations that do not fall',
          ),
      }),
    ],
    {
      error:
        'a duration with a unit ("30ms"), or one of {"exponential": "5ms"}, {"uniform": {"from", "to"}}, {"lognormal": {"mean", "cv"}}, {"erlang": {"mean", "shape"}}, {"hyperexponential": {"mean", "cv"}}, {"pareto": {"from", "shape", "to"}}, {"samples": […]}, {"quantiles": [[0, "1ms"], …, [1, "80ms"]]}',
    },
  )
  .meta({ id: 'distribution', title: 'distribution' });

/** See `distributionSchema`; durations are milliseconds. */
export type Distribution = z.output<typeof distributionSchema>;
