import { z } from 'zod';
import { spreadSchema } from '../spread.ts';

const count = z.int().min(0);
const amount = z.number().min(0);

/** What was measured of estates of one size. */
export const estateMeasurementSchema = z.strictObject({
  components: count,
  rehearsals: count.meta({ description: 'each with other numbers' }),
  wallS: amount.meta({ description: 'from the text of the model to the last report, starting the threads included' }),
  processorS: amount.meta({ description: 'of all threads of the process in that time' }),
  processorMsOfRehearsal: amount.meta({ description: 'of all threads, over the rehearsals' }),
  threadMs: spreadSchema.meta({ description: 'processor time that a rehearsal took of its own thread' }),
  requests: count.meta({ description: 'from outside, in all rehearsals' }),
  failedRatio: amount.meta({ description: 'of the requests, after all retries' }),
  callsPerRequest: amount.meta({ description: 'between components, each attempt one of its own' }),
  callsPerRehearsal: amount,
  eventsPerRehearsal: amount,
  eventsPerSecond: amount.meta({ description: 'of processor time' }),
});

/** See `estateMeasurementSchema`. */
export type EstateMeasurement = z.output<typeof estateMeasurementSchema>;

/** What was measured of estates of several sizes. */
export const estatesMeasurementSchema = z.strictObject({
  requestsPerSecond: amount.meta({ description: 'from outside, before they are drawn anew' }),
  simulatedMs: amount.meta({ description: 'length of each rehearsal' }),
  threads: count,
  seed: count,
  estates: z.array(estateMeasurementSchema),
  growthExponents: z
    .strictObject({ components: z.number().nullable(), calls: z.number().nullable() })
    .meta({ description: 'power of either that processor time of a rehearsal grows with; null from one size' }),
});

/** See `estatesMeasurementSchema`. */
export type EstatesMeasurement = z.output<typeof estatesMeasurementSchema>;
