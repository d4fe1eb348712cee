import { z } from 'zod';
import { readModelFile, startSimulation } from '../../../twin/model/index.ts';
import { makeEstate } from './estate-file.ts';
import { estateRequestsPerSecond } from './measure-estates.ts';

const bytes = z.int().min(0);

/** What a process takes, once what nobody needs is collected. */
export const memoryReadingSchema = z.strictObject({
  heapBytes: bytes.meta({ description: 'of JavaScript' }),
  arrayBytes: bytes.meta({ description: 'of typed arrays, which are beside the heap' }),
  rssBytes: bytes.meta({ description: 'of the whole process, as the system has it' }),
});

/** See `memoryReadingSchema`. */
export type MemoryReading = z.output<typeof memoryReadingSchema>;

/** What one run took at several moments. */
export const memoryMeasurementSchema = z.strictObject({
  components: z.int(),
  requestsPerSecond: z.number(),
  seed: z.int(),
  before: memoryReadingSchema.meta({ description: 'before the run is made' }),
  marks: z.array(
    memoryReadingSchema.extend({
      simulatedMinutes: z.number(),
      requests: z.int().meta({ description: 'that ended by then' }),
    }),
  ),
});

/** See `memoryMeasurementSchema`. */
export type MemoryMeasurement = z.output<typeof memoryMeasurementSchema>;

/** Which run, and where it is looked at. */
export interface MemoryRun {
  readonly components: number;
  /** Rising; the last is the end of the run. */
  readonly minutes: readonly number[];
  readonly seed: number;
}

/**
 * Runs the model of an estate once, for as long as the last mark says, and looks at memory at each.
 *
 * @param run - Which.
 * @param read - Collects what nobody needs, then looks.
 * @param tell - Receives progress.
 */
export function measureMemory(
  { components, minutes, seed }: MemoryRun,
  read: () => MemoryReading,
  tell: (line: string) => void,
): MemoryMeasurement {
  const { file } = makeEstate({ components, requestsPerSecond: estateRequestsPerSecond, seed });
  const { model } = readModelFile(JSON.stringify(file), `estate of ${components}`);
  const before = read();
  const simulation = startSimulation(model, { seed, forMs: 60_000 * (minutes.at(-1) ?? 0) });
  const marks = minutes.map((simulatedMinutes) => {
    simulation.runUntil(60_000 * simulatedMinutes);
    const reading = read();
    tell(`memory after ${simulatedMinutes} simulated minutes: ${(reading.heapBytes / 2 ** 20).toFixed(1)} MiB of heap`);
    return { simulatedMinutes, requests: simulation.engine.sources.endedCount, ...reading };
  });
  return { components, requestsPerSecond: estateRequestsPerSecond, seed, before, marks };
}
