import { cpus, totalmem } from 'node:os';
import { z } from 'zod';
import { estatesMeasurementSchema, memoryMeasurementSchema } from './estate/index.ts';
import type { ModelMeasurement } from './measure-model.ts';
import { spreadSchema } from './spread.ts';

const machineSchema = z.strictObject({
  processor: z.string(),
  cores: z.int(),
  memoryBytes: z.int(),
  node: z.string().meta({ description: 'version' }),
});

const tandemSchema: z.ZodType<ModelMeasurement> = z.strictObject({
  rounds: z.int(),
  seed: z.int(),
  processor: z.int().nullable().meta({ description: 'that all were pinned to; null where they were not' }),
  expectedResponseMs: z.number().meta({ description: 'mean response after queueing theory' }),
  engines: z.array(
    z.strictObject({
      name: z.string(),
      madeBy: z.string(),
      requests: z.int().meta({ description: 'of each run' }),
      requestsPerSecond: spreadSchema.meta({ description: 'by processor time' }),
      lowestProcessorRatio: z.number().meta({ description: 'processor time over wall time, in the run with least' }),
      meanResponseMs: z.number().meta({ description: 'in the time of the model' }),
      meanResponseDifferenceRatio: z.number().meta({ description: 'from queueing theory: 0.01 is 1 % above' }),
    }),
  ),
  ratios: z
    .array(z.strictObject({ of: z.string(), to: z.string(), ratio: spreadSchema }))
    .meta({ description: 'requests per second of one over those of the other, in the same round' }),
  absent: z.array(z.strictObject({ name: z.string(), reason: z.string(), remedy: z.string() })),
});

/** What `npm run bench:model -- --output json` prints; parts that were not asked for are absent. */
export const modelBenchSchema = z.strictObject({
  machine: machineSchema,
  tandem: tandemSchema.optional(),
  estates: estatesMeasurementSchema.optional(),
  memory: memoryMeasurementSchema.optional(),
});

/** See `modelBenchSchema`. */
export type ModelBenchResult = z.output<typeof modelBenchSchema>;

/** The machine that this runs on, without anything that names it. */
export function thisMachine(): ModelBenchResult['machine'] {
  const all = cpus();
  return {
    processor: all[0]?.model ?? 'unknown',
    cores: all.length,
    memoryBytes: totalmem(),
    node: process.version,
  };
}
