import { z } from 'zod';
import { retriesSchema } from './client.ts';
import { distributionSchema } from './distribution.ts';
import { operationPathSchema } from './name.ts';
import { duration, perSecond, someTime } from './quantity.ts';

const common = {
  operation: operationPathSchema.meta({ description: 'what is asked' }),
  timeout: someTime.optional().meta({ description: 'after which they give up' }),
  retries: retriesSchema.optional().meta({ description: 'what they do when it fails' }),
  from: duration.default(0).meta({ description: 'when they begin' }),
  until: duration.optional().meta({ description: 'when they end; with the run where left out' }),
};

/** Where requests come from that nothing in the model causes. */
export const arrivalsSchema = z.union(
  [
    z
      .strictObject({
        ...common,
        rate: z
          .union(
            [
              perSecond,
              z
                .array(z.tuple([duration, perSecond]))
                .min(2)
                .refine(
                  (points) => points.every(([atMs], at) => at === 0 || atMs >= (points[at - 1]?.[0] ?? 0)),
                  'times that do not fall',
                ),
            ],
            { error: 'a rate ("200/s"), or pairs of time and rate ([["0s", "10/s"], ["5m", "200/s"]])' },
          )
          .meta({ description: 'a rate, or pairs of time and rate with straight lines between: ramps and spikes' }),
        spacing: z
          .enum(['poisson', 'even'])
          .default('poisson')
          .meta({ description: 'poisson: independent of each other; even: at equal distances' }),
        dispersion: z
          .number()
          .min(1)
          .max(1_000)
          .default(1)
          .meta({ description: 'index of dispersion of counts: above 1 they come in bursts' }),
      })
      .meta({ description: 'open: they come whatever the system does' }),
    z
      .strictObject({
        ...common,
        users: z.int().min(1).max(1_000_000).meta({ description: 'how many' }),
        think: distributionSchema.default(0).meta({ description: 'from an answer to the next request' }),
      })
      .meta({ description: 'closed: each user waits for the answer, thinks, and asks again' }),
    z
      .strictObject({
        ...common,
        at: z.array(duration).min(1).max(1_000_000).meta({ description: 'when each comes, from the start of the run' }),
        repeatEvery: someTime.optional().meta({ description: 'after which all of them come again' }),
      })
      .meta({ description: 'recorded: at exactly these times' }),
  ],
  {
    error:
      'arrivals that are open ({"operation", "rate": "200/s"}), closed ({"operation", "users": 20, "think": "1s"}) or recorded ({"operation", "at": ["10ms", …]})',
  },
);

/** See `arrivalsSchema`. */
export type Arrivals = z.output<typeof arrivalsSchema>;
