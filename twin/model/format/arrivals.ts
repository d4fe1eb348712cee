import { z } from 'zod';
import { durationMsSchema, perSecondSchema } from '../../../src/kernel/index.ts';
import { retriesSchema } from './client.ts';
import { distributionSchema } from './distribution.ts';

const common = {
  operation: z.string().meta({ description: 'component/operation' }),
  timeout: durationMsSchema
    .refine((ms) => ms > 0, 'a timeout above 0')
    .optional()
    .meta({ description: 'after which they give up' }),
  retries: retriesSchema.optional(),
  from: durationMsSchema.default(0),
  until: durationMsSchema.optional(),
};

/** Where requests come from that nothing in the model causes. */
export const arrivalsSchema = z.union(
  [
    z
      .strictObject({
        ...common,
        rate: z
          .union([
            perSecondSchema,
            z
              .array(z.tuple([durationMsSchema, perSecondSchema]))
              .min(2)
              .refine(
                (points) => points.every(([atMs], at) => at === 0 || atMs >= (points[at - 1]?.[0] ?? 0)),
                'times must not fall',
              ),
          ])
          .meta({ description: 'a rate, or pairs of time and rate with straight lines between: ramps and spikes' }),
        spacing: z.enum(['poisson', 'even']).default('poisson'),
        dispersion: z
          .number()
          .min(1)
          .max(1_000)
          .default(1)
          .meta({ description: 'index of dispersion of counts: above 1 they come in bursts' }),
      })
      .meta({ description: 'open: they come whatever the system does' }),
    z
      .strictObject({ ...common, users: z.int().min(1).max(1_000_000), think: distributionSchema.default(0) })
      .meta({ description: 'closed: each user waits for the answer, thinks, and asks again' }),
    z
      .strictObject({ ...common, at: z.array(durationMsSchema).min(1), repeatEvery: durationMsSchema.optional() })
      .meta({ description: 'recorded: at exactly these times' }),
  ],
  {
    error:
      'arrivals that are open ({"operation", "rate": "200/s"}), closed ({"operation", "users": 20, "think": "1s"}) or recorded ({"operation", "at": ["10ms", …]})',
  },
);

/** See `arrivalsSchema`. */
export type Arrivals = z.output<typeof arrivalsSchema>;
